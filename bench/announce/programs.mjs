/** The programs of each toolkit, and what is done in them for each change. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';

const FOLDER = '/home/user/announce';
const PAGE = 'file:///project/test/fixtures/pages/editing.html';

/** Steps: each is given what the driver offers. */
const key =
  (name) =>
  ({ call }) =>
    call('key', { key: name });
const click =
  (query, role) =>
  ({ call, app }) =>
    call('click', { app, query, role });
/** A click on the first of several elements that are alike. */
const clickFirst =
  (role, ...states) =>
  async ({ call, app }) => {
    const { facts } = await call('find', { app, role, states: ['enabled', ...states] });
    await call('click', { id: facts.elements[0].id });
  };
const maximize = ({ shortcut }) => shortcut('Window Maximize');

/** A change: the last step makes it, those before prepare it. */
const by = (...steps) => ({ steps });
/** The same, counting only what elements announce whose role and name match. */
const of = (source, ...steps) => ({ steps, source });

const WINDOWS = {
  'window deactivated': of(/^frame|^window/, ({ call }) => call('launch', { app: 'kcalc' })),
  'window activated': of(/^frame|^window/, key('alt+F4')),
  'window resized': by(maximize),
};

const KATE = {
  launch: { app: 'kate', args: [`${FOLDER}/one.txt`] },
  shows: 'INSERT',
  changes: {
    'text typed': of(/^text/, key('a')),
    'text changed by the program': of(/^text/, key('ctrl+z')),
    'caret moved': of(/^text/, key('Right')),
    'title: mark of a changed document': of(/^frame/, key('a'), key('ctrl+s')),
    'name changed': by(key('Insert')),
    'element enabled or disabled': of(/"Undo"/, key('ctrl+z')),
    'element shown': by(key('ctrl+f')),
    'focus moved': of(/button|combo/, key('Tab')),
    'element hidden': by(key('Escape')),
    'menu opened': by(key('alt+f')),
    'menu closed': by(key('Escape')),
    'dialog opened': of(/^dialog|^frame|^$/, key('ctrl+o')),
    'dialog closed': of(/^dialog|^frame|^$/, key('Escape')),
    'check box toggled': of(/^check box/, key('ctrl+r'), click('Match case')),
    ...WINDOWS,
  },
};

const DOLPHIN = {
  launch: { app: 'dolphin', args: [FOLDER] },
  shows: 'b.txt',
  changes: {
    'list entry selected': of(/^list/, key('Right')),
    'list entry added': of(/^list/, () => writeFileSync(`${FOLDER}/c.txt`, '')),
    'list entry renamed': of(/^list/, () => renameSync(`${FOLDER}/c.txt`, `${FOLDER}/d.txt`)),
    'list entry removed': of(/^list/, () => rmSync(`${FOLDER}/d.txt`)),
    'container expanded': of(/^list/, key('ctrl+3'), key('Home'), key('Right')),
    'container collapsed': of(/^list/, key('Left')),
    'value changed': of(
      /^slider/,
      key('ctrl+shift+comma'),
      click('View', 'list item'),
      click('Icons', 'page tab'),
      clickFirst('slider'),
      key('Left'),
    ),
    'tab switched': of(/^page tab/, key('Escape'), key('ctrl+t'), key('ctrl+Tab')),
    'title: another name': of(/^frame/, key('alt+Up')),
  },
};

/** What the two GTK have in common. */
const FACTORY = {
  'text typed': by(key('a')),
  'caret moved': by(key('Left')),
  'focus moved': by(key('Tab')),
  'text changed by the program': of(/^spin/, clickFirst('spin button'), key('Up')),
  'value changed': of(/^slider/, clickFirst('slider'), key('Right')),
  'check box toggled': of(/^check ?box/, clickFirst('check box', 'unchecked')),
};

const GTK3 = {
  launch: { app: 'gtk3-widget-factory' },
  shows: 'togglebutton',
  changes: {
    ...FACTORY,
    'list entry selected': of(/^table/, click('Cimi'), key('Down')),
    'menu opened': of(/menu|window/, click('Left', 'combo box')),
    'menu closed': of(/menu|window|^$/, key('Escape')),
    'dialog opened': of(/^dialog|^frame|^application/, click('Sans Regular')),
    'dialog closed': of(/^dialog|^frame|^application/, key('Escape')),
    'tab switched': of(/^page tab/, clickFirst('page tab', 'unselected')),
    'element shown': of(/^panel|^button/, click('Menu', 'toggle button')),
    'element hidden': of(/^panel|^button/, key('Escape')),
    ...WINDOWS,
    'container of elements disabled': of(/^(?!toggle|check|radio)/, click('Menu', 'toggle button'), click('Get Busy')),
  },
};
const GTK3_DEMOS = [
  {
    launch: { app: 'gtk3-demo' },
    shows: 'Benchmark',
    changes: {
      'container expanded': by(click('Benchmark'), key('shift+Right')),
      'container collapsed': by(key('shift+Left')),
    },
  },
  {
    launch: { app: 'gtk3-demo', args: ['--run=editable_cells'] },
    shows: 'Add item',
    changes: {
      'list entry added': of(/^table "/, click('Add item')),
      'list entry removed': of(/^table "|^$/, click('bottles'), click('Remove item')),
    },
  },
  {
    launch: { app: 'gtk3-demo', args: ['--run=assistant'] },
    shows: 'Cancel',
    changes: {
      'element enabled or disabled': of(/"Next"/, key('a')),
      'title: another name': of(/^frame/, click('Next')),
    },
  },
  {
    launch: { app: 'gtk3-demo', args: ['--run=spinbutton'] },
    shows: 'Numeric',
    changes: { 'name changed': of(/^label/, clickFirst('spin button'), key('Up')) },
  },
];

const GTK4 = {
  launch: { app: 'gtk4-widget-factory' },
  shows: 'togglebutton',
  changes: {
    ...FACTORY,
    'menu opened': by(clickFirst('toggle button')),
    'menu closed': by(key('Escape')),
    'dialog opened': of(/^dialog|^window|^application/, click('Sans Regular 12')),
    'dialog closed': of(/^dialog|^window|^application|^$/, key('Escape')),
    'tab switched': of(/^tab/, click('NYC')),
    ...WINDOWS,
  },
};
const GTK4_DEMOS = [
  {
    launch: { app: 'gtk4-demo', args: ['--run=assistant'] },
    shows: 'Cancel',
    changes: {
      'element enabled or disabled': of(/"Next"/, key('a')),
      'title: another name': of(/^(window|dialog)/, click('Next')),
    },
  },
  {
    launch: { app: 'gtk4-demo', args: ['--run=listview_filebrowser'] },
    shows: 'File browser',
    changes: {
      'list entry added': by(() => writeFileSync(`${homedir()}/added.txt`, '')),
      'list entry selected': by(click('added.txt')),
      'list entry renamed': by(() => renameSync(`${homedir()}/added.txt`, `${homedir()}/other.txt`)),
      'list entry removed': by(() => rmSync(`${homedir()}/other.txt`)),
    },
  },
  {
    launch: { app: 'gtk4-demo', args: ['--run=expander'] },
    shows: 'Details:',
    changes: { 'container expanded': by(key('Return')), 'container collapsed': by(key('Return')) },
  },
  {
    launch: { app: 'gtk4-demo', args: ['--run=infobar'] },
    shows: 'Warning',
    changes: {
      'element hidden': of(/^(?!toggle)/, click('Warning', 'toggle button')),
      'element shown': of(/^(?!toggle)/, click('Warning', 'toggle button')),
    },
  },
  {
    launch: { app: 'gtk4-demo', args: ['--run=spinbutton'] },
    shows: 'Numeric',
    changes: { 'name changed': of(/^label/, key('Up')) },
  },
];

/** The page says which key does what. */
const BROWSER = {
  shows: 'Item 0',
  changes: {
    'list entry added': by(key('i')),
    'list entry renamed': by(key('r')),
    'list entry removed': by(key('d')),
    'check box toggled': by(key('c')),
    'element hidden': by(key('h')),
    'element shown': by(key('h')),
    'text changed by the program': by(key('t')),
    'name changed': by(key('n')),
    'element enabled or disabled': by(key('e')),
    'list entry selected': by(key('s')),
    'container expanded': by(key('o')),
    'container collapsed': by(key('o')),
    'title: another name': of(/^frame|^document/, key('p')),
    'focus moved': by(key('e'), key('Tab')),
    'value changed': of(/^slider/, click('Volume', 'slider'), key('Right')),
    'text typed': of(/^entry/, click('Field', 'entry'), key('a')),
    'caret moved': by(key('Left')),
    ...WINDOWS,
    'menu opened': by(key('alt+f')),
    'menu closed': by(key('Escape')),
    'tab switched': of(/^page tab|^frame|^document/, key('Escape'), key('ctrl+t'), key('ctrl+Tab')),
    'page navigated': of(/^frame|^document/, click('A page that edits itself', 'heading'), key('g')),
  },
};
const browser = (app) => ({ ...BROWSER, launch: { app, args: [PAGE], wait_ms: 40_000 } });

/** By column of the table. */
export const toolkits = {
  Qt: [KATE, DOLPHIN],
  'GTK 3': [GTK3, ...GTK3_DEMOS],
  'GTK 4': [GTK4, ...GTK4_DEMOS],
  Firefox: [browser('firefox-esr')],
  Chromium: [browser('chromium')],
};

/** Writes the files that the programs show. */
export function makeFiles() {
  mkdirSync(`${FOLDER}/inner`, { recursive: true });
  for (const name of ['one.txt', 'a.txt', 'b.txt', 'inner/z.txt']) writeFileSync(`${FOLDER}/${name}`, 'one two\n');
}
