import { expect, test } from 'vitest';
import { toolkitOf } from '../../../../../src/workers/atspi/backends/at-spi/toolkits.ts';
import { type Line, linesOf, operable, outline } from '../../../../../src/workers/atspi/model/compact/compact.ts';
import { keepLists, noteChanged } from '../../../../../src/workers/atspi/model/node.ts';
import { named, treeOf } from '../../../../support/accessible-tree.ts';

function shown(text: string, toolkit = 'Qt', interactive = false): string {
  const lines = outline(treeOf(text), { traits: toolkitOf(toolkit), interactive });
  return `\n${lines.map(lineText).join('\n')}\n`;
}

function lineText({ node, depth, name, states, actions, text, textGoesOn, folded }: Line): string {
  const parts = [node.role, name && `"${name}"`, states.length > 0 && `{${states.join(', ')}}`];
  if (actions.length > 0) parts.push(`(${actions.join(', ')})`);
  if (text !== undefined) parts.push(`text=${JSON.stringify(text)}${textGoesOn ? '…' : ''}`);
  if (folded)
    parts.push(
      `folded ${folded.map(({ role, count, selected }) => `${count} ${role} ${selected ?? ''}`.trim()).join(', ')}`,
    );
  return ' '.repeat(depth) + parts.filter(Boolean).join(' ');
}

test('leaves out wrappers without a name and lifts what they hold', () => {
  expect(
    shown(`
      application "kate"
       frame "notes.txt" {active}
        split pane
         filler {focusable} (SetFocus)
          text "notes.txt" {editable, multiLine} (SetFocus) text="hello\\n"
         separator
        tool bar
         button "Save" (Press, SetFocus)
         button "Undo" {disabled}
         button "Open Menu" (SetFocus)
        layered pane "Location View"
    `),
  ).toMatchInlineSnapshot(`
    "
    frame "notes.txt" {active}
     text "notes.txt" {editable} text="hello\\n"
     button "Save"
     button "Undo" {disabled}
     button "Open Menu" (none)
     layered pane "Location View"
    "
  `);
});

test('leaves out labels that repeat the line of their parent or of the control beside them', () => {
  expect(
    shown(
      `
      application "Chromium"
       frame "Form"
        document web "Form" (scrollUp, doDefault)
         heading "Order a cake" text="Order a \ufffc"
          static "Order a " text="Order a "
          static text="cake"
           static "cake" text="cake"
         paragraph text="Fill in \ufffc below."
          static "Fill in " text="Fill in "
          link "the form" (jump, showContextMenu)
           static "the form" text="the form"
          static " below." text=" below."
         label text="Name \ufffc"
          static "Name " text="Name "
          entry "Name" {editable} (activate, showContextMenu)
         section (click)
          button "Send" (press, showContextMenu)
       frame
        panel
         document web {focused}
    `,
      'Chromium',
    ),
  ).toMatchInlineSnapshot(`
    "
    frame "Form"
     document web "Form"
      heading "Order a cake"
      paragraph text="Fill in the form below."
       link "the form"
      entry "Name" {editable}
      button "Send"
    "
  `);
});

test('shows eighty characters of a text, and nothing of a password', () => {
  const lines = shown(`
    application "a"
     frame "f"
      text {editable, multiLine} text="${'x'.repeat(90)}"
      password text "Password" {editable} text="secret"
  `);
  expect(lines).toContain(`text {editable} text="${'x'.repeat(80)}"…`);
  expect(lines).not.toContain('secret');
});

test('lists only what can be operated, under its nearest named ancestor', () => {
  expect(
    shown(
      `
      application "a"
       frame "f"
        label "Read me"
        panel "Colours"
         list
          list item "Red" {selectable}
         label "Nothing"
        panel "Empty"
         label "Text"
        button "OK" (Press)
    `,
      'Qt',
      true,
    ),
  ).toMatchInlineSnapshot(`
    "
    frame "f"
     panel "Colours"
      list item "Red"
     button "OK"
    "
  `);
});

test('shows the value of a closed combo box, not the entries of its list', () => {
  const lines = shown(
    `
      application "Firefox"
       frame "f"
        combo box "Flavour" {expandable} text="Vanilla"
         menu
          menu item "Vanilla" {selected}
    `,
    'Gecko',
  );
  expect(lines).toContain('combo box "Flavour" {collapsed} text="Vanilla"');
  expect(lines).not.toContain('menu item');
});

test('hides the actions of shortcuts that GTK 4 lists on windows and labels', () => {
  expect(
    shown(
      `
      application "a"
       frame "f" (win.print, window.close)
        label "text" (clipboard.copy, menu.popup)
        text {editable} (Activate, Activate secondary icon)
    `,
      'GTK',
    ),
  ).toMatchInlineSnapshot(`
    "
    frame "f"
     label "text"
     text {editable} (Activate secondary icon)
    "
  `);
});

test('leaves out the label of a GTK 4 tab whose name holds the underscore of its access key', () => {
  expect(
    shown(
      `
      application "a"
       frame "f"
        page tab list
         page tab "Page _1" {selected}
          label "Page 1" text="Page 1"
         page tab "Page _2"
          label "More" text="More"
    `,
      'GTK',
    ),
  ).toMatchInlineSnapshot(`
    "
    frame "f"
     page tab "Page _1" {selected}
     page tab "Page _2"
      label "More"
    "
  `);
});

test('hides what GTK 3 offers on every cell and column header of a table', () => {
  expect(
    shown(
      `
      application "a"
       frame "f"
        table
         table column header "Name" (Click)
         table cell "Andrea" (Expand or contract, Edit)
         table cell "Otto" {expandable} (Expand or contract)
    `,
      'gtk',
    ),
  ).toMatchInlineSnapshot(`
    "
    frame "f"
     table
      table column header "Name"
      table cell "Andrea"
      table cell "Otto" {collapsed}
    "
  `);
});

const BROWSER = `
  application "Firefox"
   frame "f"
    tool bar "Tabs"
     page tab "Forms" {selected}
      button "Close tab" (press)
     page tab "Other"
    tool bar "Empty"
    document web "Forms"
     tool bar "Format"
      button "Bold" (press)
`;

test('folds the bars around a page into a line each, not those of the page', () => {
  expect(shown(BROWSER, 'Gecko')).toMatchInlineSnapshot(`
    "
    frame "f"
     tool bar "Tabs" folded 2 page tab Forms, 1 button
     tool bar "Empty"
     document web "Forms"
      tool bar "Format"
       button "Bold"
    "
  `);
  expect(shown(BROWSER, 'Gecko', true)).toContain('folded 2 page tab Forms');
  expect(shown(BROWSER)).not.toContain('folded');
});

test.each([
  [80, false],
  [81, true],
])('says of a field of %i characters in a folded bar whether it goes on: %s', (length, textGoesOn) => {
  const text = 'x'.repeat(length);
  const bar = `entry text="${text}"\n     page tab "${'y'.repeat(201)}" {selected}`;
  const root = treeOf(BROWSER.replace('button "Close tab" (press)', bar).replace(' {selected}', ''));
  const tabs = outline(root, { traits: toolkitOf('Gecko') }).find(({ name }) => name === 'Tabs');
  expect(tabs?.folded).toEqual([
    { role: 'page tab', count: 3, selected: `${'y'.repeat(199)}…` },
    { role: 'entry', count: 1, text: 'x'.repeat(80), textGoesOn },
  ]);
});

test('lists a bar in which something has focus, and one that was asked for', () => {
  expect(shown(BROWSER.replace('"Other"', '"Other" {focused}'), 'Gecko')).toContain('page tab "Other" {focused}');
  const bar = named(treeOf(BROWSER), 'Tabs');
  const lines = outline(bar, { traits: toolkitOf('Gecko') });
  expect(lines.map(({ name }) => name)).toEqual(['Tabs', 'Forms', 'Close tab', 'Other']);
});

test('says nothing twice: rows of cells, bullets, labels of fields, text leaves of editors', () => {
  expect(
    shown(
      `
      document web "p"
       table
        table row "Apples 12" {focusable}
         table cell "Apples"
         table cell "12"
       list
        list item "• Page one"
         link "Page one" (jump)
       label text="Mail"
        static "Mail" text="Mail"
       static " " text=" "
       entry "Mail" {editable, focusable}
       paragraph {editable} text="First"
        static "First" {editable} text="First"
    `,
      'Chromium',
    ),
  ).toMatchInlineSnapshot(`
    "
    document web "p"
     table
      table row
       table cell "Apples"
       table cell "12"
     list
      link "Page one"
     entry "Mail" {editable}
     paragraph {editable} text="First"
    "
  `);
});

test('counts what takes clicks and focus as operable, and not the paragraphs of an editor', () => {
  const lines = shown(
    `
      document web "p"
       section {focusable} (click) text="Clickable"
       section (click) text="Plain"
       section {focusable} (scrollDown) text="Scrolled"
       entry "Editor" {editable, focusable} text="￼"
        paragraph {editable} text="First"
    `,
    'Chromium',
    true,
  );
  expect(lines).toContain('section text="Clickable"');
  for (const other of ['Plain', 'Scrolled', 'First']) expect(lines).not.toContain(other);
});

test('what can be operated can be listed alone, also what bars of a browser hold', () => {
  const page = `
    application "Firefox"
     frame "a page"
      tool bar "Navigation"
       button "Back" (press)
       button "Reload" (press)
      document web "a page"
       heading "Title"
       panel "Options"
        check box "Newsletter" {checkable}
  `;
  const names = operable(treeOf(page), toolkitOf('Gecko')).map(({ name }) => name);
  expect(names).toEqual(['Back', 'Reload', 'Newsletter']);
});

const QT_APP = { traits: toolkitOf('Qt') };

test('lines of a kept tree are made once until something in it changes', () => {
  const root = treeOf(`
    application "kate"
     frame "notes.txt"
      button "Save"
  `);
  expect(linesOf(root, QT_APP, false)).not.toBe(linesOf(root, QT_APP, false));
  keepLists(root);
  const lines = linesOf(root, QT_APP, false);
  expect(linesOf(root, QT_APP, false)).toBe(lines);
  expect(linesOf(root, QT_APP, true)).not.toBe(lines);
  named(root, 'Save').name = 'Save As';
  noteChanged(root);
  expect(linesOf(root, QT_APP, false).map(({ name }) => name)).toEqual(['notes.txt', 'Save As']);
});

test('a field shows what it holds, also when that is a part of its name', () => {
  const window = treeOf(`
    frame "notes.txt"
     page tab list "notes.txt"
     text "notes.txt" {focused, editable} text="note"
     entry "Full name" {editable} text="Full name"
     entry "Remark" {editable} text="  "
     table cell "Otto" {editable, focusable} text="Otto"
     button "Save file" text="Save"
  `);
  const lines = outline(window, { traits: toolkitOf('Qt') }).map(({ name, text }) => [name, text]);
  expect(lines.slice(2)).toEqual([
    ['notes.txt', 'note'],
    ['Full name', 'Full name'],
    ['Remark', undefined],
    ['Otto', undefined],
    ['Save file', undefined],
  ]);
});

test('lists the check box in a cell of a GTK 3 table, checked or not, and counts it as operable', () => {
  const table = `
    table "t"
     table cell {checked} (Toggle, Expand or contract, Edit, Activate)
     table cell (Toggle, Expand or contract, Edit, Activate)
     table cell (Expand or contract, Edit, Activate)
  `;
  expect(shown(table, 'gtk')).toBe('\ntable "t"\n table cell {checked}\n table cell\n');
  expect(operable(treeOf(table), toolkitOf('gtk'))).toHaveLength(2);
});

test('a label or text is shown although a part of the title of its group reads the same', () => {
  const lines = shown(`
    application "app"
     frame "Form 2"
      label "Form 2"
      panel "Page 2"
       label "Page 2"
       label "1"
       label "2"
      section "Marks 1 to 9" text="1"
      status bar "2 files, 3 folders"
       label "2 files"
  `);
  expect(lines).toBe(
    '\nframe "Form 2"\n panel "Page 2"\n  label "1"\n  label "2"\n section "Marks 1 to 9" text="1"\n status bar "2 files, 3 folders"\n',
  );
});

test('an empty cell of a row is shown where one behind it holds something', () => {
  const lines = shown(`
    application "app"
     frame "Sales"
      table
       table row
        table cell "Ada"
        table cell
        table cell "5"
        table cell
  `);
  expect(lines).toBe('\nframe "Sales"\n table\n  table row\n   table cell "Ada"\n   table cell\n   table cell "5"\n');
});
