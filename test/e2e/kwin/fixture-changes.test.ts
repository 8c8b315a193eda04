/** Programs made to order that change, hang and end while they are read. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Program, startProgram, withProgram } from '../../support/program.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { find, findOne, startSession, until } from '../../support/session.ts';

let server: TestServer;
let bystander: Program;
beforeAll(async () => {
  server = await startServer({ env: { DESKTOP_MCP_LOG: 'debug' } });
  await startSession(server);
  bystander = await startProgram(server, { scenario: 'circle', name: 'bystander' });
});
afterAll(() => server.close());

/** From now on the program's tree is kept: it has sent an event. */
const speakUp = (program: Program) =>
  program.emit({ key: 'window', member: 'PropertyChange', detail: 'accessible-name' });

test('a program that hangs ends the calls to it after 2 s, says so, and delays no other', () =>
  withProgram(server, { scenario: 'table', name: 'hanging', rows: 10 }, async (program) => {
    const { app } = program;
    await server.must('tree', { app });
    await program.hold({});
    const hanging = server.call('tree', { app });
    for (let round = 0; round < 5; round++)
      expect((await server.must('tree', { app: bystander.app })).ms).toBeLessThan(1000);
    const { isError, text, ms } = await hanging;
    expect([isError, text]).toEqual([true, expect.stringMatching(/^"hanging" does not answer.*2 s\.\n.+$/)]);
    expect(ms).toBeGreaterThan(1900);
    expect(ms).toBeLessThan(3500);
    const apps = await server.must('apps');
    expect(apps.text).toMatch(/^hanging .*not responding/m);
    expect(apps.ms).toBeLessThan(1000);
    const found = await server.must('find', { query: 'Inside' });
    expect([found.text, found.ms < 1000]).toEqual([expect.stringContaining('"Inside"'), true]);
    await program.release();
    expect((await server.must('tree', { app })).text).toContain('"Cell 9.2"');
  }));

test('one object that does not answer ends the read after 2 s, and one that answers late does not', () =>
  withProgram(server, { scenario: 'table', name: 'partly-hanging', rows: 10 }, async (program) => {
    const { app } = program;
    await program.hold({ keys: ['cell-5-1'], delayMs: 700 });
    expect((await server.must('tree', { app })).text).toContain('"Cell 5.1"');
    await program.hold({ keys: ['cell-5-1'] });
    const { isError, text, ms } = await server.call('tree', { app });
    expect([isError, text]).toEqual([true, expect.stringContaining('"partly-hanging" does not answer')]);
    expect(ms).toBeLessThan(3500);
  }));

test('an empty registration that hangs delays the populated one of its process once', () =>
  withProgram(server, { scenario: 'two-registrations', name: 'half-hanging' }, async (program) => {
    await program.hold({ keys: ['application-0'] });
    const times: number[] = [];
    for (let round = 0; round < 3; round++) {
      const { text, ms } = await server.must('tree', { app: program.app });
      expect(text).toContain('Here it is');
      times.push(ms);
    }
    const [first = 0, ...later] = times;
    expect(first).toBeLessThan(3500);
    expect(Math.max(...later)).toBeLessThan(1000);
  }));

test('a program that hangs before anything is known of it delays no call to another one', () =>
  withProgram(server, { scenario: 'circle', name: 'never-known' }, async (program) => {
    await program.hold({});
    const tree = await server.must('tree', { app: bystander.app });
    const find = await server.must('find', { app: bystander.app, query: 'Inside' });
    const apps = await server.must('apps');
    const all = await server.must('find', { query: 'Inside' });
    expect(Math.max(tree.ms, find.ms, all.ms)).toBeLessThan(1000);
    expect(apps.text).toMatch(new RegExp(`pid ${program.pid}\\): .*not responding`));
    expect(all.text).toContain('"Inside"');
    expect((await program.counts()).total).toBeGreaterThan(0);
  }));

test('a program that answers every call late is read as far as two seconds go, and the reply says so', () =>
  withProgram(server, { scenario: 'table', name: 'slow', rows: 10 }, async (program) => {
    await program.hold({ delayMs: 300 });
    const { text, ms } = await server.must('tree', { app: program.app });
    expect(text).toMatch(/at least \d+ more nodes/);
    expect(ms).toBeLessThan(4000);
    const missed = await server.must('find', { app: program.app, query: 'Cell 9.2', match: 'exact' });
    expect(missed.text).toMatch(/only the first \d+ elements were searched/);
    await program.hold({ delayMs: 100 });
    expect((await server.must('tree', { app: program.app })).text).toContain('"Cell 9.2"');
  }));

const SECRET = 'open-sesame-4711';
const isSecret = /sesame|4711/;

/** Every way to the text of the field. */
async function spy(app: string, ids: number[]): Promise<string> {
  const scopes = [{ app }, ...ids.map((id) => ({ id }))];
  const calls: [string, Record<string, unknown>][] = [
    ...scopes.map((scope): [string, Record<string, unknown>] => ['tree', scope]),
    ...scopes.map((scope): [string, Record<string, unknown>] => ['get_text', { ...scope, role: 'frame' }]),
    ...ids.map((id): [string, Record<string, unknown>] => ['get_text', { id }]),
    ...ids.map((id): [string, Record<string, unknown>] => ['act', { id }]),
    ...ids.map((id): [string, Record<string, unknown>] => ['wait_for', { id, timeout_ms: 0 }]),
    ['find', { app, role: 'password text' }],
    ['find', { app, query: SECRET }],
    ['find', { app, query: 'sesame', match: 'regex' }],
    ['find', { app, query: '4711 open' }],
    ['get_text', { app, query: 'Code word' }],
    ['get_text', { app, query: SECRET }],
    ['wait_for', { app, query: SECRET, timeout_ms: 0 }],
    ['act', { app, query: SECRET }],
    ['click', { app, query: 'Code word', role: 'password text' }],
    ['apps', {}],
  ];
  const replies = [];
  for (const [name, args] of calls) replies.push({ name, args, reply: await server.call(name, args) });
  const told = replies.map(({ name, args, reply }) => {
    // The query is the caller's own.
    const text = reply.text.replaceAll(JSON.stringify(args['query'] ?? ''), '');
    return `${name} ${JSON.stringify({ ...args, query: undefined })}: ${text} ${JSON.stringify(reply.facts)}`;
  });
  return told.filter((line) => isSecret.test(line)).join('\n');
}

test.each([
  ['a program that announces nothing', false, false],
  ['a program that is mirrored and announces it', true, true],
])('the text of a field is not told once it is a password field: %s', (what, isMirrored, announce) =>
  withProgram(server, { scenario: 'password', name: `password-${announce}` }, async (program) => {
    const { app } = program;
    if (isMirrored) await speakUp(program);
    const { id, text } = await findOne(server, { app, query: 'Code word', role: 'entry' });
    expect(text, what).toBe(SECRET);
    await program.set({ key: 'field', look: { role: 'password text' }, announce });
    const field = isMirrored
      ? await until(async () => (await find(server, { app, role: 'password text' }))[0], 'the password field')
      : await findOne(server, { app, role: 'password text' });
    expect(field).not.toHaveProperty('text');
    expect(await spy(app, [id, field.id])).toBe('');
    await program.set({ key: 'field', look: { text: `${SECRET}!` }, announce });
    expect(await spy(app, [id, field.id])).toBe('');
    expect(server.log()).not.toMatch(isSecret);
  }),
);

test.each([
  ['its text', 'field', { text: `${SECRET}!` }],
  ['anything', 'ok', { description: 'Log in' }],
])('a password field whose role was not announced is known as one once %s changes', (what, key, look) =>
  withProgram(server, { scenario: 'password', name: `password when ${what} changes` }, async (program) => {
    const { app } = program;
    await speakUp(program);
    const { id } = await findOne(server, { app, query: 'Code word', role: 'entry' });
    await program.set({ key: 'field', look: { role: 'password text' } });
    await program.set({ key, look, announce: true });
    const field = await until(
      async () => (await find(server, { app, role: 'password text' }))[0],
      'the password field',
    );
    expect(await spy(app, [id, field.id])).toBe('');
    expect(server.log()).not.toMatch(isSecret);
  }),
);

test('a read right after input waits a moment for what the program announces of it', () =>
  withProgram(server, { scenario: 'password', name: 'slow-to-see' }, async (program) => {
    const { app } = program;
    await speakUp(program);
    const { id } = await findOne(server, { app, query: 'Code word', role: 'entry' });
    for (const [tool, args] of [
      ['tree', { app }],
      ['find', { app, query: 'Code word' }],
      ['get_text', { id }],
    ] as const) {
      await server.must('tree', { app });
      await server.must('key', { key: 'shift' });
      await program.reset();
      const reading = server.must(tool, args);
      while ((await program.counts()).total === 0); // the read has begun: it asks whether the program has anything to tell
      await program.set({ key: 'field', look: { text: `typed before ${tool}` }, announce: true });
      expect((await reading).text).toContain(`typed before ${tool}`);
    }
  }));

test('what is typed into a field after it has silently become a password field is not read', () =>
  withProgram(server, { scenario: 'password', name: 'password-unsaid' }, async (program) => {
    const { app } = program;
    await speakUp(program);
    const target = { app, query: 'Code word', role: 'entry' };
    expect((await server.must('get_text', target)).text).toContain(SECRET);
    await program.set({ key: 'field', look: { role: 'password text', text: 'another secret' } });
    const { isError, text } = await server.call('get_text', target);
    expect([isError, text]).toEqual([true, expect.stringMatching(/^This is a password field/)]);
  }));

test.each([false, true])('a renamed element is not acted on by its old id (announced: %s)', (announce) =>
  withProgram(server, { scenario: 'circle', name: `renamed-${announce}` }, async (program) => {
    const { app } = program;
    if (announce) await speakUp(program);
    const { id } = await findOne(server, { app, query: 'OK' });
    await program.set({ key: 'ok', look: { name: 'Delete\n[9] button "all"' }, announce });
    for (const name of ['act', 'click', 'get_text', 'tree']) {
      const { isError, text } = await server.call(name, { id });
      expect([isError, text]).toEqual([
        true,
        `stale id ${id} (was button "OK", now button "Delete [9] button \\"all\\""); nothing was done.\nCall tree or find again for its new id.`,
      ]);
    }
    expect(await program.actions()).toEqual([]);
    const renamed = await findOne(server, { app, query: 'Delete' });
    expect(renamed.id).not.toBe(id);
    await server.must('act', { id: renamed.id });
    expect(await program.actions()).toEqual([{ key: 'ok', action: 'Press' }]);
  }),
);

const EMPTY = { role: 'button', name: '', actions: ['Press'] };

test.each([
  ['another name', { role: 'button', name: 'OK' }, { role: 'button', name: 'Delete', actions: ['Press'] }],
  ['another role', { role: 'button', name: 'OK' }, { role: 'check box', name: 'OK', actions: ['Toggle'] }],
  ['a name where none was', EMPTY, { ...EMPTY, name: 'Delete' }],
  ['another description', { ...EMPTY, description: 'Save' }, { ...EMPTY, description: 'Delete' }],
])('an element that takes the place of one that is gone gets an id of its own: %s', (what, before, after) =>
  withProgram(server, { scenario: 'circle', name: `replaced ${what}` }, async (program) => {
    const { app } = program;
    for (const announce of [false, true]) {
      if (announce) await speakUp(program);
      await program.add({ parent: 'window', description: { key: 'it', ...before }, announce });
      const [old] = (await find(server, { app, role: before.role })).slice(-1);
      const path = await program.remove({ key: 'it', announce });
      const gone = await server.call('act', { id: old?.id });
      expect([gone.isError, gone.text]).toEqual([true, expect.stringMatching(/now gone/)]);
      await program.add({ parent: 'window', description: { key: 'it', ...after }, path, announce });
      const stale = await server.call('act', { id: old?.id });
      expect([stale.isError, stale.text]).toEqual([true, expect.stringMatching(/^stale id \d+ \(was /)]);
      const [now] = (await find(server, { app, role: after.role })).slice(-1);
      expect(now?.id).not.toBe(old?.id);
      await program.remove({ key: 'it', announce });
    }
    expect(await program.actions()).toEqual([]);
  }),
);

test('a program that has ended is forgotten: its ids are stale, and it is in no list', async () => {
  const program = await startProgram(server, { scenario: 'circle', name: 'ending' });
  const { app } = program;
  const { id } = await findOne(server, { app, query: 'OK' });
  await server.must('key', { key: 'shift' });
  await program.quit();
  for (const tool of ['act', 'get_text', 'click', 'focus']) {
    const { isError, text } = await server.call(tool, { id });
    expect([tool, isError, text]).toEqual([
      tool,
      true,
      expect.stringMatching(/^stale id \d+ \(was button "OK", now gone\)/),
    ]);
    await server.must('key', { key: 'shift' });
  }
  expect((await server.must('wait_for', { id, gone: true })).facts['met']).toBe(true);
  await until(async () => !(await server.must('apps')).text.includes('ending'), 'it is in no list');
  const tree = await server.call('tree', { app });
  expect([tree.isError, tree.text]).toEqual([true, expect.stringMatching(/no application is called "ending"/)]);
  await withProgram(server, { scenario: 'circle', name: 'ending' }, async (again) => {
    const { id: newId } = await findOne(server, { app: again.app, query: 'OK' });
    expect(newId).toBeGreaterThan(id);
    expect((await server.call('act', { id })).isError).toBe(true);
    expect(await again.actions()).toEqual([]);
  });
});

test('a program that ends while it is read is said to have ended, not to be empty', async () => {
  const program = await startProgram(server, { scenario: 'table', name: 'ending-early', rows: 100, shown: 100 });
  await program.hold({ keys: ['cell-50-1'] });
  const reading = server.call('tree', { app: program.app });
  await until(async () => (await program.counts()).below > 100, 'the read');
  await program.quit();
  const { isError, text } = await reading;
  expect([isError, text.split('\n')[0]]).toEqual([true, '"ending-early" has ended.']);
});
