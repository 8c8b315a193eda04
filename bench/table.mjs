/** Figures as a table for people. */

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

const COLUMNS = ['work', 'floor ms', 'min', 'ours ms', 'min', 'ratio', 'target', 'calls', 'characters'];

/** Lays out rows of `{ work, floor, ours, target, calls, characters }`; `floor` and `ours` are lists of milliseconds. */
export function table(rows) {
  const lines = [COLUMNS, ...rows.map(cells)];
  const widths = COLUMNS.map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  const text = (line) =>
    line
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])))
      .join('  ')
      .trimEnd();
  return lines.map(text).join('\n');
}

function cells({ work, floor, ours, target, calls, characters }) {
  const ratio = floor ? (median(ours) / median(floor)).toFixed(2) : '';
  return [work, ...figures(floor), ...figures(ours), ratio, target, shown(calls), shown(characters)];
}

function shown(count) {
  return count === undefined ? '' : String(count);
}

function figures(values) {
  return values ? [median(values).toFixed(1), Math.min(...values).toFixed(1)] : ['', ''];
}
