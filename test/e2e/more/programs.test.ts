/** Visits to programs that nobody wrote the server for: read, find, click, type, a menu, a dialog, what is out of view. */
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../support/server.ts';
import { find, findOne, startSession, until } from '../../support/session.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
  await startSession(server);
});
afterEach(() => server.close());

/** A PDF file (ISO 32000, version 1.4) with a line of text on each page. */
function pdfWith(pages: number): string {
  const kids = Array.from({ length: pages }, (_page, index) => `${4 + 2 * index} 0 R`);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...kids.flatMap((_kid, index) => {
      const text = `BT /F1 24 Tf 72 700 Td (Page ${index + 1} of the book) Tj ET`;
      const resources = '<< /Font << /F1 3 0 R >> >>';
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources ${resources} /Contents ${5 + 2 * index} 0 R >>`,
        `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
      ];
    }),
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const start = file.length;
  const size = objects.length + 1;
  return `${file}xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
}

test('Okular: a page is gone to by a menu, a dialog and a text that is looked for', { timeout: 60_000 }, async () => {
  const app = 'okular';
  const file = join(tmpdir(), 'book.pdf');
  writeFileSync(file, pdfWith(30));
  await server.must('launch', { app, args: [file], wait_ms: 30_000 });
  await server.must('wait_for', { app, query: 'Go', role: 'menu item', timeout_ms: 20_000 });
  const page = async (): Promise<string | undefined> =>
    (await find(server, { app, role: 'text', states: ['editable'] }))
      .map(({ text }) => text)
      .find((text) => Number(text) > 0);
  await until(async () => (await page()) === '1', 'the first page');
  await server.must('click', { app, query: 'Go', role: 'menu item', match: 'exact' });
  await server.must('click', { app, query: 'Go to Page', role: 'menu item' });
  await server.must('wait_for', { app, query: 'Go to Page', role: 'dialog' });
  const number = { app, query: 'Page:', role: 'spin button' };
  await server.must('type_text', { ...number, text: '12' });
  await server.must('click', { app, query: 'OK', role: 'button' });
  await until(async () => (await page()) === '12', 'page 12');
  await server.must('key', { window: 'book.pdf', key: 'ctrl+f' });
  await server.must('type_text', { app, query: 'Text to search for', role: 'text', text: 'Page 20 of' });
  await until(async () => (await page()) === '20', 'page 20');
  await server.must('click', { app, query: 'Bookmarks', role: 'page tab' });
  expect((await findOne(server, { app, query: 'Bookmarks', role: 'page tab' })).states).toContain('selected');
});

test('System Settings: a page is looked for by a word, opened, and scrolled to', { timeout: 60_000 }, async () => {
  const app = 'systemsettings';
  await server.must('launch', { app, wait_ms: 30_000 });
  await server.must('wait_for', { app, query: 'Search', role: 'text', timeout_ms: 20_000 });
  await server.must('type_text', { app, query: 'Search', role: 'text', text: 'scre' });
  await server.must('wait_for', { app, query: 'Screen Edges', role: 'list item', timeout_ms: 10_000 });
  await server.must('click', { app, query: 'Screen Edges', role: 'list item' });
  await server.must('wait_for', { app, query: 'Screen Edges', role: 'heading', timeout_ms: 10_000 });
  await server.must('wait_idle', { app });
  expect((await server.must('tree', { app, max_nodes: 500 })).text).toMatch(/check box|combo box|spin button/);
  await server.must('click', { app, query: 'Clear search', role: 'button' });
  await until(
    async () => (await findOne(server, { app, query: 'Search', role: 'text' })).text === undefined,
    'no word',
  );
});
