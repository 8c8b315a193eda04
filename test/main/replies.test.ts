/** What replies say of what is not there, through the pipeline; on a desktop without a compositor. */
import { expect, test, vi } from 'vitest';
import { createFakeDesktop, elementOf } from '../support/fake-desktop.ts';

test('a wait for an element of an application that does not run says so', async () => {
  const desktop = createFakeDesktop('kate');
  const late = { met: false, waitedMs: 9, closest: [], missing: 'There is no such application.' };
  vi.spyOn(desktop.session.atspi, 'waitFor').mockResolvedValue(late);
  const { text } = await desktop.call('wait_for', { app: 'kate', query: 'Do' });
  expect(text).toBe('not there after 9 ms\nwarning: There is no such application.');
});

test.each([
  [
    true,
    'no matches; out of view (data):\n[1] paragraph text="Deep down"',
    'out of view: [1] paragraph text="Deep down"',
  ],
  [false, 'no matches; closest (data):\n[1] paragraph text="Deep down"', 'closest: [1] paragraph text="Deep down"'],
])('a miss says whether what it names is out of view: %s', async (isOutOfView, found, waited) => {
  const desktop = createFakeDesktop('kate');
  const text = 'Deep down';
  const closest = [elementOf('kate', { role: 'paragraph', name: '', text, actions: [], rect: undefined })];
  const miss = { elements: [], more: 0, closest, isOutOfView, searched: 1, isCut: false };
  vi.spyOn(desktop.session.atspi, 'find').mockResolvedValue(miss);
  vi.spyOn(desktop.session.atspi, 'waitFor').mockResolvedValue({ met: false, waitedMs: 9, closest, isOutOfView });
  expect((await desktop.call('find', { app: 'kate', query: 'deep' })).text).toBe(found);
  expect((await desktop.call('wait_for', { app: 'kate', query: 'deep' })).text).toContain(waited);
});

test.each([
  [{ state: 'enabled' }, undefined, 'not there after 9 ms'],
  [{ state: 'focused', gone: true }, undefined, 'not there after 9 ms'],
  [{ state: 'focused', gone: true }, elementOf('kate'), /^still focused after 9 ms\n\[1\]/],
])('a wait for %j that ended says what is so', async (args, element, said) => {
  const desktop = createFakeDesktop('kate');
  const reply = { met: false, waitedMs: 9, closest: [], ...(element ? { element } : {}) };
  vi.spyOn(desktop.session.atspi, 'waitFor').mockResolvedValue(reply);
  expect((await desktop.call('wait_for', { app: 'kate', query: 'five', ...args })).text).toMatch(said);
});

test.each([
  ['find', { query: '' }],
  ['find', { query: '\u200b\ufe0f', app: 'kate' }],
  ['click', { query: ' ', app: 'kate' }],
  ['tree', { app: '' }],
  ['wait_idle', { app: '\u00ad' }],
])('%s %j names nothing', async (tool, args) => {
  const reply = await createFakeDesktop('kate').call(tool, args);
  expect([reply.isError, reply.text]).toEqual([true, expect.stringContaining('must hold something that can be seen')]);
});

test('an offset behind the end, a last element and the end of a text say what comes after and before', async () => {
  const reply = { element: elementOf('kate'), app: { name: 'kate', pid: 10, toolkit: 'Qt' }, others: 0 };
  const desktop = createFakeDesktop('kate');
  const short = { ...reply, text: '', offset: 9, length: 4, isCut: false };
  vi.spyOn(desktop.session.atspi, 'text').mockResolvedValue(short);
  const textAt = async (offset: number): Promise<string> => (await desktop.call('get_text', { id: 1, offset })).text;
  expect(await textAt(9)).toMatch(/:\n… it has no more than 4 characters$/);
  const end = { ...reply, text: '$ ', offset: 2, length: 4, isCut: false };
  vi.spyOn(desktop.session.atspi, 'text').mockResolvedValue(end);
  const ofTerminal = await desktop.call('get_text', { id: 1, limit: 2 });
  expect(ofTerminal.text).toMatch(/:\n… its end; get_text with offset=0 reads from the beginning\n\$ $/);
  desktop.shown = [];
  expect((await desktop.call('tree', { app: 'kate', after: 7 })).text).toMatch(/\n… nothing comes after 7$/);
});
