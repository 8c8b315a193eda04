import { expect, test } from 'vitest';
import { CALL, RELATION_LABELLED_BY } from '../../../../../../src/workers/atspi/backends/at-spi/calls.ts';
import { roleNumber } from '../../../../../../src/workers/atspi/backends/at-spi/names.ts';
import type { Ask, Pipeline } from '../../../../../../src/workers/atspi/backends/at-spi/pipeline.ts';
import { askIdentity, createNode } from '../../../../../../src/workers/atspi/backends/at-spi/read/describe.ts';
import { labelOf, textOf } from '../../../../../../src/workers/atspi/model/label.ts';
import type { Node } from '../../../../../../src/workers/atspi/model/node.ts';
import { parseRole } from '../../../../../../src/workers/atspi/model/roles.ts';
import { bodyOf } from '../../../../../../src/workers/platform/dbus/bus-calls.ts';
import type { Value } from '../../../../../../src/workers/platform/dbus/bus-message.ts';

interface Fields {
  role: string;
  name?: string;
  interfaces?: string[];
  text?: string;
  value?: number;
  description?: string;
  attributes?: Record<string, string>;
  selected?: { role: string; name: string };
  /** What it is labelled by. */
  label?: { name: string; text?: string };
}

/** Other objects than the one that is described, by their keys. */
const OTHERS: Record<string, (fields: Fields) => Partial<Fields> | undefined> = {
  '/entry': ({ selected }) => selected,
  '/label': ({ label }) => label,
};

/** Describes an object of a program that answers at once; says which of the calls in question were made. */
function describe(fields: Fields, isBrowser = false): { node: Node; asked: string[] } {
  const { interfaces = [], description = '', attributes = {}, label } = fields;
  const asked: string[] = [];
  const variant = (signature: string, value: Value): [string, Value] => ['v', { signature, value }];
  const answer = ({ template, ref }: Pick<Ask, 'template' | 'ref'>): [string, ...Value[]] | undefined => {
    const { role, name = '', text = '' } = { ...fields, ...OTHERS[ref.key]?.(fields) };
    switch (template) {
      case CALL.role:
        return ['u', roleNumber(parseRole(role) ?? 'invalid')];
      case CALL.name:
        return variant('s', name);
      case CALL.interfaces:
        return ['as', interfaces.map((one) => `org.a11y.atspi.${one}`)];
      case CALL.textStart:
        return ['s', text];
      case CALL.characterCount:
        return variant('i', text.length);
      case CALL.value:
        return variant('d', fields.value ?? 0);
      case CALL.description:
        asked.push('description');
        return variant('s', description);
      case CALL.attributes:
        asked.push('attributes');
        return ['a{ss}', Object.entries(attributes)];
      case CALL.relations:
        asked.push('relations');
        return ['a(ua(so))', label ? [[RELATION_LABELLED_BY, [[':1.1', '/label']]]] : []];
      case CALL.selectedChild:
        asked.push('selected child');
        return ['(so)', [':1.1', '/entry']];
      default:
        return undefined;
    }
  };
  const askWith: Pipeline['askWith'] = (request, onReply, onEnd) => {
    const [signature, ...args] = answer(request) ?? [];
    if (signature !== undefined) {
      onReply(bodyOf(signature, args));
    }
    onEnd?.();
  };
  const pipeline: Pipeline = {
    isBrowser,
    askWith,
    ask: (template, ref, onReply, onEnd) => askWith({ template, ref, body: template.body }, onReply, onEnd),
    group: (start, onEnd) => {
      start(pipeline);
      onEnd();
    },
  };
  const node = createNode({ app: ':1.1', key: '/1' }, undefined);
  askIdentity(pipeline, node);
  return { node, asked };
}

const GREY = { 'placeholder-text': 'Search names' };

test.each([
  ['entry', { role: 'entry', interfaces: ['Text'], attributes: GREY }],
  ['text', { role: 'text', interfaces: ['Text'], attributes: GREY }],
  ['text of Qt', { role: 'text', interfaces: ['Text'], description: 'Search names' }],
  ['password text', { role: 'password text', interfaces: ['Text'], attributes: GREY }],
])('an empty %s without a name is called by what it shows instead', (_role, fields) => {
  expect(labelOf(describe(fields).node)).toBe('Search names');
});

test('a field keeps the name of its placeholder while it holds a text', () => {
  const { node } = describe({ role: 'text', interfaces: ['Text'], attributes: GREY, text: 'Ada' });
  expect([labelOf(node), node.text]).toEqual(['Search names', 'Ada']);
});

test('a field that has a name, and a label, are not asked for anything else', () => {
  const field = { role: 'text', interfaces: ['Text'], attributes: GREY };
  expect(describe({ ...field, name: 'Names' }).asked).toEqual([]);
  expect(describe({ ...field, role: 'label' }).asked).toEqual([]);
});

test.each<[what: string, fields: Fields]>([
  ['a field', { role: 'text', interfaces: ['Text'], description: 'tip' }],
  ['an entry of a menu', { role: 'menu item' }],
  ['a combo box, whose name is its value', { role: 'combo box', name: 'One' }],
])('%s is called what the label says that its application names', (_what, fields) => {
  const { node } = describe({ ...fields, label: { name: 'Search for:' } });
  expect(labelOf(node)).toBe('Search for:');
  expect(textOf(node)).toBe(fields.name);
});

test('a label of GTK 4 that has a text alone names its entry of a menu', () => {
  expect(labelOf(describe({ role: 'menu item', label: { name: '', text: 'Preferences' } }).node)).toBe('Preferences');
});

test('nothing is asked for a label that has a name, nor of a browser', () => {
  const label = { name: 'Search for:' };
  expect(describe({ role: 'text', name: 'Names', label }).asked).not.toContain('relations');
  expect(describe({ role: 'text', label }, true).asked).not.toContain('relations');
  expect(describe({ role: 'text', label }).asked).toContain('relations');
});

const BOX = { role: 'combo box', name: 'dialog-warning', interfaces: ['Selection'] };
const WARNING = { role: 'menu item', name: 'Warning' };

test('a combo box of GTK 3 is asked for the entry that it shows', () => {
  const { node } = describe({ ...BOX, attributes: { toolkit: 'gtk' }, selected: WARNING });
  expect(node.name).toBe('Warning');
  const submenu = describe({ ...BOX, attributes: { toolkit: 'gtk' }, selected: { role: 'menu', name: 'A - B' } });
  expect(submenu.node.name).toBe('dialog-warning');
});

test.each(['Gecko', 'Chromium', 'GTK', undefined])('a combo box of %s is not: it would end Firefox', (toolkit) => {
  const attributes: Record<string, string> = toolkit === undefined ? {} : { toolkit };
  expect(describe({ ...BOX, attributes, selected: WARNING }).asked).not.toContain('selected child');
});

test.each([
  [Math.fround(0.6), 0.6],
  [12_345_678, 12_345_678],
  [Math.PI, Math.PI],
  [0.5, 0.5],
])('the value %s is %s', (value, shown) => {
  expect(describe({ role: 'slider', interfaces: ['Value'], value }).node.value?.now).toBe(shown);
});
