/** Reads what a node holds besides its children: name, role, states, actions, text, value. */
import type { Body } from '../../../../platform/dbus/bus-calls.ts';
import { NO_CAPABILITIES, type Node, type ObjectRef, SEARCHED_CHARS } from '../../../model/node.ts';
import { COMBO_ROLES, INTERACTIVE_ROLES, MENU_ITEM_ROLES, rolesNamed, VALUE_ROLES } from '../../../model/roles.ts';
import { noteSelected } from '../../../model/selected.ts';
import { NO_STATES } from '../../../model/states.ts';
import { isBlank } from '../../../model/text.ts';
import { withoutPads } from '../../../model/text-range.ts';
import { CALL, numbersBody, parse, RELATION_LABELLED_BY } from '../calls.ts';
import type { Pipeline } from '../pipeline.ts';
import { askScreen } from './terminal.ts';

/** The role of a node that was not read or is gone. */
export const NO_ROLE = 'invalid';

/** Makes a node of which only the reference is known. */
export function createNode(ref: ObjectRef, parent: Node | undefined): Node {
  const unread = {
    role: NO_ROLE,
    name: '',
    description: '',
    states: NO_STATES,
    capabilities: NO_CAPABILITIES,
  } as const;
  return { ref, parent, ...unread, children: [], actions: [], text: undefined, value: undefined, extents: undefined };
}

/** Whether a reference means that there is no object. */
export function isNull(ref: ObjectRef): boolean {
  return ref.key === '/org/a11y/atspi/null' || ref.app === '';
}

/** Reads all that a node holds, whether it shows or not. */
export function askAbout(pipeline: Pipeline, node: Node): void {
  pipeline.ask(CALL.states, node.ref, (body) => {
    node.states = parse.states(body);
  });
  askIdentity(pipeline, node);
}

/** How a node is read of which something was read just now. */
export interface IdentityOptions {
  /** Runs once, when the node's role is known or was refused. */
  onRole?: () => void;
  hasRole?: boolean;
  hasCapabilities?: boolean;
}

/** Reads all that a node holds but its states. */
export function askIdentity(
  pipeline: Pipeline,
  node: Node,
  { onRole, hasRole = false, hasCapabilities = false }: IdentityOptions = {},
): void {
  let known = 0;
  const onKnown = (): void => {
    known++;
    if (known === 3) askContent(pipeline, node);
  };
  const onReply = (body: Body): void => {
    node.role = parse.role(body);
    onKnown();
  };
  if (!hasRole) pipeline.ask(CALL.role, node.ref, onReply, onRole);
  else {
    onKnown();
    onRole?.();
  }
  pipeline.ask(CALL.name, node.ref, (body) => {
    node.name = cut(parse.variantText(body));
    onKnown();
  });
  if (hasCapabilities) onKnown();
  else
    pipeline.ask(CALL.interfaces, node.ref, (body) => {
      node.capabilities = parse.capabilities(body);
      onKnown();
    });
}

/** Cuts a name to what is searched, and one character more to show that it goes on. */
function cut(name: string): string {
  return name.length > SEARCHED_CHARS ? name.slice(0, SEARCHED_CHARS + 1) : name;
}

/** Most actions of a menu's entry that are read. */
const MAX_ACTIONS = 16;

/** Reads actions, text and value of a node whose name, role and interfaces are known. */
function askContent(pipeline: Pipeline, node: Node): void {
  const isLabelled = COMBO_ROLES.has(node.role) || (node.name === '' && LABELLED_ROLES.has(node.role));
  if (isLabelled && !pipeline.isBrowser) askLabel(pipeline, node);
  if (node.name === '' && INTERACTIVE_ROLES.has(node.role)) askDescription(pipeline, node);
  if (node.name === '' && PROMPTING_ROLES.has(node.role)) askPrompt(pipeline, node);
  if (node.capabilities.has('act')) askActions(pipeline, node);
  if (node.role !== 'password text' && node.capabilities.has('text')) askText(pipeline, node);
  if (node.capabilities.has('value') && VALUE_ROLES.has(node.role)) askValue(pipeline, node);
  if (node.role === 'combo box' && node.name !== '' && node.capabilities.has('select')) askSelected(pipeline, node);
}
/** What a label names where the element has no name. Entries of lists hold theirs. */
const LABELLED_ROLES = rolesNamed(
  'entry;text;password text;spin button;autocomplete;combo box;slider;dial;date editor;switch;check box;radio button;button;' +
    'toggle button;menu;menu item;check menu item;radio menu item',
);
/** Fields that may show a placeholder. */
const PROMPTING_ROLES = rolesNamed('entry', 'text', 'password text', 'spin button', 'autocomplete');

function askDescription(pipeline: Pipeline, node: Node): void {
  pipeline.ask(CALL.description, node.ref, (body) => {
    node.description = cut(parse.variantText(body)) || node.description;
  });
}

/** Reads the label of an element. Those of GTK 4's menus have a text alone; the name of a combo box may be its value. */
function askLabel(pipeline: Pipeline, node: Node): void {
  pipeline.ask(CALL.relations, node.ref, (body) => {
    const ref = parse.relation(body, RELATION_LABELLED_BY).find((one) => !isNull(one));
    if (!ref) return;
    const note = (text: string): void => {
      if (!isBlank(text)) node.label = { ref, text: cut(text) };
    };
    pipeline.ask(CALL.name, ref, (name) => {
      note(parse.variantText(name));
      if (!node.label) pipeline.ask(CALL.textStart, ref, (text) => note(parse.text(text)));
    });
  });
}

/** Reads the placeholder of a field without a name, which names it; Qt gives it as the description. */
function askPrompt(pipeline: Pipeline, node: Node): void {
  if (!INTERACTIVE_ROLES.has(node.role)) askDescription(pipeline, node);
  pipeline.ask(CALL.attributes, node.ref, (body) => {
    node.description ||= cut(parse.attributes(body).get('placeholder-text') ?? '');
  });
}

/**
 * Reads what a combo box of GTK 3 shows, whose name may be that of an icon. Only where the object says that it is of
 * GTK 3: GetSelectedChild ends Firefox 153, and other toolkits have better ways.
 */
function askSelected(pipeline: Pipeline, node: Node): void {
  pipeline.ask(CALL.attributes, node.ref, (attributes) => {
    if (parse.attributes(attributes).get('toolkit') !== 'gtk') return;
    pipeline.ask(CALL.selectedChild, node.ref, (body) => {
      const entry = parse.ref(body);
      if (isNull(entry)) return;
      pipeline.ask(CALL.role, entry, (role) => {
        // For an entry in a submenu GTK 3 gives the submenu.
        if (parse.role(role) === 'menu') return;
        pipeline.ask(CALL.name, entry, (name) => noteSelected(node, cut(parse.variantText(name))));
      });
    });
  });
}

function askValue(pipeline: Pipeline, node: Node): void {
  const value = { now: 0, min: 0, max: 0 };
  pipeline.ask(CALL.minimum, node.ref, (body) => {
    value.min = plain(parse.variantNumber(body));
  });
  pipeline.ask(CALL.maximum, node.ref, (body) => {
    value.max = plain(parse.variantNumber(body));
  });
  pipeline.ask(CALL.value, node.ref, (body) => {
    value.now = plain(parse.variantNumber(body));
    if (Number.isFinite(value.now)) node.value = value;
  });
}

/** Rounds numbers of single precision, which Chromium counts in, to their seven digits: 0.6000000238418579 is 0.6. */
function plain(number: number): number {
  return !Number.isInteger(number) && Math.fround(number) === number ? Number(number.toPrecision(7)) : number;
}

/**
 * Reads actions. Not by `GetActions` for menus, which also gives keys and ends Firefox 153 for entries of its menu
 * bar after F10.
 */
function askActions(pipeline: Pipeline, node: Node): void {
  if (MENU_ITEM_ROLES.has(node.role)) {
    pipeline.ask(CALL.actionCount, node.ref, (body) => {
      node.actions = Array.from({ length: Math.min(parse.variantNumber(body), MAX_ACTIONS) }, () => '');
      askActionNames(pipeline, node);
    });
    return;
  }
  pipeline.ask(CALL.actions, node.ref, (body) => {
    node.actions = parse.actions(body);
    // Chromium leaves these names empty; Firefox joins them with semicolons.
    if (node.actions.some((name) => name === '' || name.includes(';'))) askActionNames(pipeline, node);
  });
}

function askActionNames(pipeline: Pipeline, node: Node): void {
  node.actions.forEach((_name, index) => {
    const request = { template: CALL.actionName, ref: node.ref, body: numbersBody(index) };
    pipeline.askWith(request, (body) => {
      node.actions[index] = parse.text(body);
    });
  });
}

function askText(pipeline: Pipeline, node: Node): void {
  if (node.role === 'terminal') return askScreen(pipeline, node.ref, (text) => setText(node, text));
  pipeline.ask(CALL.textStart, node.ref, (body) => {
    const text = parse.text(body);
    setText(node, text);
    if (text === '') askShortText(pipeline, node);
  });
}

/** Reads a text by its length: Firefox gives nothing when it is asked for more than there is. */
function askShortText(pipeline: Pipeline, node: Node): void {
  pipeline.ask(CALL.characterCount, node.ref, (body) => {
    const length = parse.variantNumber(body);
    if (!(length > 0)) return;
    const range = numbersBody(0, Math.min(length, SEARCHED_CHARS + 1));
    pipeline.askWith({ template: CALL.text, ref: node.ref, body: range }, (reply) => {
      setText(node, parse.text(reply));
    });
  });
}

/** Sets a text, but no blank over one: in a browser the blank text of a combo box is a placeholder. */
function setText(node: Node, text: string): void {
  if (!node.text || !isBlank(text)) node.text = withoutPads(text);
}
