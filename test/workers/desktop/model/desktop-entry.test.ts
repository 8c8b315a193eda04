import { expect, test } from 'vitest';
import {
  type DesktopEntry,
  expandExec,
  parseDesktopEntry,
} from '../../../../src/workers/desktop/model/desktop-entry.ts';

const KATE = `# a comment
[Desktop Entry]
Type=Application
Name=Kate
Name[de]=Käte
Exec=kate -b %U
Icon=kate
StartupWMClass=org.kde.kate

[Desktop Action NewWindow]
Exec=kate --new
`;

function entry(exec: string): DesktopEntry {
  const parsed = parseDesktopEntry(
    `[Desktop Entry]\nType=Application\nName=My App\nIcon=my-icon\nExec=${exec}`,
    'my',
    '/a/my.desktop',
  );
  if (!parsed) throw new Error('not an application');
  return parsed;
}

test('the main group is read, translations and actions are not', () => {
  expect(parseDesktopEntry(KATE, 'org.kde.kate', '/f')).toMatchObject({
    id: 'org.kde.kate',
    name: 'Kate',
    exec: 'kate -b %U',
    windowClass: 'org.kde.kate',
    inTerminal: false,
    isHidden: false,
  });
});

test('links, and applications without a command, are no entries', () => {
  expect(parseDesktopEntry('[Desktop Entry]\nType=Link\nExec=x', 'a', '/a')).toBeUndefined();
  expect(parseDesktopEntry('[Desktop Entry]\nType=Application\nName=x', 'a', '/a')).toBeUndefined();
  expect(parseDesktopEntry('', 'a', '/a')).toBeUndefined();
});

test.each([
  ['kate -b %U', ['kate', '-b', 'one', 'two']],
  ['app %f --end', ['app', 'one', 'two', '--end']],
  ['app --flag', ['app', '--flag', 'one', 'two']],
  ['app %i -n %c %k', ['app', '--icon', 'my-icon', '-n', 'My App', '/a/my.desktop', 'one', 'two']],
  ['app 100%% %d %m', ['app', '100%', 'one', 'two']],
  ['"/opt/My App/run" --x="y z" %u', ['/opt/My App/run', '--x=y z', 'one', 'two']],
  ["env A='b c' app", ['env', 'A=b c', 'app', 'one', 'two']],
  ['sh -c "run \\\\$1" %f', ['sh', '-c', 'run $1', 'one', 'two']],
  ['"/opt/My App/run" "a \\\\"b\\\\" \\\\$c" "" %u', ['/opt/My App/run', 'a "b" $c', '', 'one', 'two']],
  ['app a\\sb', ['app', 'a', 'b', 'one', 'two']],
])('Exec=%s', (exec, argv) => {
  expect(expandExec(entry(exec), ['one', 'two'])).toEqual(argv);
});

test('an Exec line that ends inside quotes is refused', () => {
  expect(() => expandExec(entry('app "unfinished'), [])).toThrow('cannot be read');
});
