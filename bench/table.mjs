/** Figures as a table for people. */

/** The middle one of some numbers. */
export function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** Median and least of some milliseconds as two cells, which are empty without values. */
export function figures(values) {
  return values ? [median(values).toFixed(1), Math.min(...values).toFixed(1)] : ['', ''];
}

/** A number as a cell, which is empty without one. */
export function shown(count) {
  return count === undefined ? '' : String(count);
}

/** Lays out lines of cells below a line of titles: the first `texts` columns to the left, the others to the right. */
export function table(lines, { texts = 1 } = {}) {
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  const cell = (text, column) => (column < texts ? text.padEnd(widths[column]) : text.padStart(widths[column]));
  return lines.map((line) => line.map(cell).join('  ').trimEnd()).join('\n');
}
