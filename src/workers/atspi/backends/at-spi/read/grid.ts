/**
 * Reads tables with many cells by place: what shows of a sheet of 1,048,576 x 16,384 cells costs what shows, and some questions
 * to find that. A cell that shows is found by points, and the rows and columns beside it are tried until one does not show.
 */
import { intersect, type Rect } from '../../../../../protocol/geometry.ts';
import type { Body } from '../../../../platform/dbus/bus-calls.ts';
import { encodeBody } from '../../../../platform/dbus/bus-message.ts';
import type { Template } from '../../../../platform/dbus/bus-template.ts';
import type { Node, ObjectRef } from '../../../model/node.ts';
import { overlap } from '../../../model/place/place.ts';
import { CALL, numbersBody, parse } from '../calls.ts';
import type { Pipeline } from '../pipeline.ts';
import { createNode, isNull } from './describe.ts';

/** Parts of the way from the first corner of the view to the opposite one where a cell is looked for; headers take the first ones. */
const PARTS_OF_VIEW = [0, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 3 / 4, 1];
/** Distance of the outermost points from the edge, in pixels. */
const INSET_PX = 3;
/** Rows or columns that are tried at a time, and most of them that are read. */
const STEP = 8;
const MAX_SHOWN = 300;
/** AtspiCoordType 1: WINDOW. */
const WINDOW = 1;

/** Rows and columns, with their ends. */
interface Shown {
  rows: Range;
  columns: Range;
}

interface Range {
  first: number;
  last: number;
}

interface Cell {
  row: number;
  column: number;
}

interface Grid {
  pipeline: Pipeline;
  table: Node;
  rowCount: number;
  columnCount: number;
  /** What shows of the table, in the coordinates of the window. */
  view: Rect;
}

/**
 * Reads what shows of a table: the headers of the columns, then row by row its header and its cells, whose states are known
 * afterwards. `onEnd` gets nothing where the table does not say what is where.
 */
export function readGrid(pipeline: Pipeline, table: Node, onEnd: (entries: Node[] | undefined) => void): void {
  measureGrid(pipeline, table, (grid) => {
    if (!grid) return onEnd(undefined);
    findCells(grid, (cells) => {
      if (cells.length === 0) return onEnd(undefined);
      const rows = rangeOf(cells.map(({ row }) => row));
      const columns = rangeOf(cells.map(({ column }) => column));
      grow(grid, { rows, columns }, (shown) => readCells(grid, shown, onEnd));
    });
  });
}

function rangeOf(indexes: readonly number[]): Range {
  return { first: Math.min(...indexes), last: Math.max(...indexes) };
}

/** Asks for the size of a table and for what shows of it; undefined where it has no columns. */
function measureGrid(pipeline: Pipeline, table: Node, onEnd: (grid: Grid | undefined) => void): void {
  const size = { rowCount: 0, columnCount: 0 };
  const rects: Rect[] = [];
  const start = (calls: Pipeline): void => {
    calls.ask(CALL.rowCount, table.ref, (body) => void (size.rowCount = parse.variantNumber(body)));
    calls.ask(CALL.columnCount, table.ref, (body) => void (size.columnCount = parse.variantNumber(body)));
    for (let node: Node | undefined = table; node?.parent; node = node.parent)
      calls.ask(CALL.extents[WINDOW], node.ref, (body) => {
        const rect = parse.extents(body);
        if (rect.width > 0 && rect.height > 0) rects.push(rect);
      });
  };
  pipeline.group(start, () => {
    const view = rects.reduce<Rect | undefined>((all, rect) => all && intersect(all, rect), rects[0]);
    const isTable = size.rowCount > 0 && size.columnCount > 1;
    onEnd(isTable && view ? { pipeline, table, ...size, view } : undefined);
  });
}

/** Finds cells that show: at points of the view, and the first cell. */
function findCells({ pipeline, table, view }: Grid, onEnd: (cells: Cell[]) => void): void {
  const cells: Cell[] = [];
  const start = (calls: Pipeline): void => {
    for (const part of PARTS_OF_VIEW) {
      const at = (from: number, length: number): number => Math.round(from + INSET_PX + part * (length - 2 * INSET_PX));
      const body = encodeBody('iiu', [at(view.x, view.width), at(view.y, view.height), WINDOW]);
      calls.askWith({ template: CALL.childAt, ref: table.ref, body }, (reply) => {
        const ref = parse.ref(reply);
        if (!isNull(ref) && ref.key !== table.ref.key) askPosition(calls, { table, ref }, (cell) => cells.push(cell));
      });
    }
    askShows({ pipeline: calls, table, view }, { row: 0, column: 0 }, () => cells.push({ row: 0, column: 0 }));
  };
  pipeline.group(start, () => onEnd(cells));
}

/** Asks which cell of its table an object is: it knows itself, or its index does as long as that is a number of 32 bits. */
function askPosition(
  calls: Pipeline,
  { table, ref }: { table: Node; ref: ObjectRef },
  onCell: (cell: Cell) => void,
): void {
  let isKnown = false;
  const note = (cell: Cell): void => {
    if (isKnown || cell.row < 0 || cell.column < 0) return;
    isKnown = true;
    onCell(cell);
  };
  const askByIndex = (body: Body): void => {
    const index = numbersBody(parse.int(body));
    let row = -1;
    calls.askWith({ template: CALL.rowAtIndex, ref: table.ref, body: index }, (reply) => void (row = parse.int(reply)));
    calls.askWith({ template: CALL.columnAtIndex, ref: table.ref, body: index }, (reply) =>
      note({ row, column: parse.int(reply) }),
    );
  };
  calls.ask(
    CALL.cellPosition,
    ref,
    (body) => {
      const [row, column] = parse.variantPair(body) ?? [-1, -1];
      note({ row, column });
    },
    () => {
      if (!isKnown) calls.ask(CALL.indexInParent, ref, askByIndex);
    },
  );
}

/** Calls `onShows` when a cell is there and lies in the view. */
function askShows(
  { pipeline, table, view }: Pick<Grid, 'pipeline' | 'table' | 'view'>,
  { row, column }: Cell,
  onShows: () => void,
): void {
  const request = { template: CALL.accessibleAt, ref: table.ref, body: numbersBody(row, column) };
  pipeline.askWith(request, (body) => {
    const ref = parse.ref(body);
    if (isNull(ref)) return;
    pipeline.ask(CALL.extents[WINDOW], ref, (reply) => {
      const rect = parse.extents(reply);
      if (rect.width > 0 && rect.height > 0 && overlap(rect, view)) onShows();
    });
  });
}

/** Adds rows and columns on all sides for as long as they show. */
function grow(grid: Grid, shown: Shown, onEnd: (shown: Shown) => void): void {
  const { rows, columns } = shown;
  const tried = {
    above: before(rows),
    below: after(rows, grid.rowCount),
    left: before(columns),
    right: after(columns, grid.columnCount),
  };
  const shows = new Set<string>();
  const start = (calls: Pipeline): void => {
    const ask = (side: keyof typeof tried, cellAt: (index: number) => Cell): void => {
      for (const index of tried[side])
        askShows({ ...grid, pipeline: calls }, cellAt(index), () => shows.add(`${side} ${index}`));
    };
    for (const side of ['above', 'below'] as const) ask(side, (row) => ({ row, column: columns.first }));
    for (const side of ['left', 'right'] as const) ask(side, (column) => ({ row: rows.first, column }));
  };
  grid.pipeline.group(start, () => {
    const count = (side: keyof typeof tried): number => {
      const end = tried[side].findIndex((index) => !shows.has(`${side} ${index}`));
      return end < 0 ? tried[side].length : end;
    };
    const now = {
      rows: { first: rows.first - count('above'), last: rows.last + count('below') },
      columns: { first: columns.first - count('left'), last: columns.last + count('right') },
    };
    const goesOn = (['above', 'below', 'left', 'right'] as const).some((side) => count(side) === STEP);
    const isTooMany = [now.rows, now.columns].some(({ first, last }) => last - first >= MAX_SHOWN);
    if (goesOn && !isTooMany) grow(grid, now, onEnd);
    else onEnd(now);
  });
}

function before({ first }: Range): number[] {
  return Array.from({ length: Math.min(STEP, first) }, (_value, index) => first - 1 - index);
}

function after({ last }: Range, count: number): number[] {
  return Array.from({ length: Math.max(0, Math.min(STEP, count - 1 - last)) }, (_value, index) => last + 1 + index);
}

/** Reads which cells and headers there are, and their states. What a column's cells are and can do its first one says. */
function readCells({ pipeline, table }: Grid, { rows, columns }: Shown, onEnd: (cells: Node[]) => void): void {
  const cells: { node: Node; kind: string }[] = [];
  const kinds = new Map<string, Node>();
  const seen = new Set<string>();
  const start = (calls: Pipeline): void => {
    const add = (kind: string, template: Template, numbers: number[]): void => {
      const at = cells.push({ node: table, kind }) - 1;
      calls.askWith({ template, ref: table.ref, body: numbersBody(...numbers) }, (body) => {
        const ref = parse.ref(body);
        if (isNull(ref) || seen.has(ref.key)) return;
        seen.add(ref.key);
        const node = createNode(ref, table);
        cells[at] = { node, kind };
        calls.ask(CALL.states, ref, (reply) => void (node.states = parse.states(reply)));
        if (kinds.has(kind)) return;
        kinds.set(kind, node);
        calls.ask(CALL.role, ref, (reply) => void (node.role = parse.role(reply)));
        calls.ask(CALL.interfaces, ref, (reply) => void (node.capabilities = parse.capabilities(reply)));
      });
    };
    for (let column = columns.first; column <= columns.last; column++) add('top', CALL.columnHeader, [column]);
    for (let row = rows.first; row <= rows.last; row++) {
      add('side', CALL.rowHeader, [row]);
      for (let column = columns.first; column <= columns.last; column++)
        add(`column ${column}`, CALL.accessibleAt, [row, column]);
    }
  };
  pipeline.group(start, () => {
    for (const { node, kind } of cells) {
      const { role, capabilities } = kinds.get(kind) ?? node;
      if (node !== table) Object.assign(node, { role, capabilities });
    }
    onEnd(cells.flatMap(({ node }) => (node === table ? [] : [node])));
  });
}
