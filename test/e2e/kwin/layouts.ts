/** Tests of typing on keyboard layouts, for the files that share the layouts among them, so that they run side by side. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../support/server.ts';
import { PROGRAMS, startDesk, typeEverywhere } from '../../support/typing.ts';

/** Defines a test for each layout, which is named and made by the variables that KWin takes it from. */
export function testLayouts(layouts: Record<string, Record<string, string>>): void {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.close());

  test.each(Object.entries(layouts))(
    'on the layout %s every character arrives in every program, or is refused before anything is sent',
    async (layout, env) => {
      const desk = await startDesk(server, layout.replaceAll(/\W+/g, '-'), env);
      const [, ...others] = Object.keys(PROGRAMS);
      expect(await typeEverywhere(desk, layout)).toEqual([
        ['Kate', 'pass (insert)', 'pass (insert)', 'refused', 'pass (paste)', 'pass (keys)'],
        ...others.map((name) => [name, 'pass (paste)', 'refused', 'refused', 'pass (paste)', 'pass (keys)']),
      ]);
    },
    240_000,
  );
}
