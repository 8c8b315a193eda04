import { expect, test } from 'vitest';
import { CALL } from '../../../../../../src/workers/atspi/backends/at-spi/calls.ts';
import { roleNumber } from '../../../../../../src/workers/atspi/backends/at-spi/names.ts';
import type { Ask, Pipeline } from '../../../../../../src/workers/atspi/backends/at-spi/pipeline.ts';
import { askIdentity, createNode } from '../../../../../../src/workers/atspi/backends/at-spi/read/describe.ts';
import { labelOf } from '../../../../../../src/workers/atspi/model/label.ts';
import type { Node } from '../../../../../../src/workers/atspi/model/node.ts';
import { parseRole } from '../../../../../../src/workers/atspi/model/roles.ts';
import { encodeBody, type Value } from '../../../../../../src/workers/platform/dbus/bus-message.ts';

interface Fields {
  role: string;
  name?: string;
  interfaces?: string[];
  text?: string;
  value?: number;
  description?: string;
  attributes?: Record<string, string>;
  selected?: { role: string; name: string };
}

/** Describes an object of a program that answers at once; says which of the calls in question were made. */
function describe(fields: Fields): { node: Node; asked: string[] } {
  const { interfaces = [], text = '', description = '', attributes = {}, selected } = fields;
  const asked: string[] = [];
  const variant = (signature: string, value: Value): [string, Value] => ['v', { signature, value }];
  const answer = ({ template, ref }: Pick<Ask, 'template' | 'ref'>): [string, ...Value[]] | undefined => {
    const { role, name = '' } = ref.key === '/entry' ? (selected ?? fields) : fields;
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
      const buffer = encodeBody(signature, args);
      onReply({ buffer, start: 0, end: buffer.length, signature });
    }
    onEnd?.();
  };
  const pipeline: Pipeline = {
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

test('a field that has a name or a text is not asked for anything else', () => {
  const field = { role: 'text', interfaces: ['Text'], attributes: GREY };
  expect(describe({ ...field, name: 'Names' }).asked).toEqual([]);
  expect(describe({ ...field, text: 'Ada' })).toMatchObject({ asked: [], node: { text: 'Ada', description: '' } });
  expect(describe({ ...field, role: 'label' }).asked).toEqual([]);
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
