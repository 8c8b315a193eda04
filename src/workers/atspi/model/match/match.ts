/**
 * Finds the elements that a query means, in tiers from an equal name to scattered words. Case, blanks and accents do
 * not count.
 */

import { DesktopError } from '../../../../base/errors.ts';
import type { Match } from '../../../../protocol/element.ts';
import { labelOf, searchedTextOf } from '../label.ts';
import { type Node, nodesOf, windowOf } from '../node.ts';
import { LABEL_ROLES, parseRole, ROLE_NAMES, type RoleName, rolesNamed, TITLE_ROLES } from '../roles.ts';
import { isCallerState, matchesState } from '../states.ts';
import { fold, foldAccents, quoted } from '../text.ts';
import { textsOf } from '../texts.ts';
import { hasTitle } from '../windows.ts';
import { parsePattern, testAll } from './pattern.ts';

/** What to look for; without `query`, everything that passes the filters. */
export interface Query {
  query?: string | undefined;
  match?: Match | undefined;
  /** As callers write it. Fails with `invalid_params` when there is no such role or state. */
  role?: string | undefined;
  states?: readonly string[] | undefined;
  /** Part of the title of the window it is in. */
  window?: string | undefined;
  /** Titles of its process's windows, as the compositor shows them. */
  shown?: readonly string[] | undefined;
  /** Whether a window is the one that `window` means, where more than titles tells that. */
  isMeant?: ((window: Node) => boolean) | undefined;
  /** The element is to be operated: the page of a tab, which has the tab's name, counts as a title like the tab. */
  isTabMeant?: boolean | undefined;
}

/** An element that matches; a lower tier matches better. */
export interface Found {
  node: Node;
  tier: number;
}

/** Tiers: equal name, part of a name, part of a text; the same of titles; all words in any order. */
export const TIER = { equal: 0, name: 1, text: 2, titles: 3, words: 6 } as const;
/** The page of a tab: a panel in GTK 4, a scroll pane in web pages. */
const TAB_PAGE_ROLES = rolesNamed('panel', 'scroll pane');

/** Every element of a tree that matches, best tier first, in reading order within a tier. */
export function search(root: Node, query: Query): Found[] {
  const accepts = createFilter(query);
  const candidates = nodesOf(root).filter(accepts);
  const tierOf = createTier(query, candidates);
  const isTitle = createTitles(query, candidates);
  const found: Found[] = [];
  for (const node of candidates) {
    const tier = tierOf(node);
    if (tier !== undefined) found.push({ node, tier: isTitle(node) ? tier + TIER.titles : tier });
  }
  if (found.length === 0 && query.query !== undefined && (query.match ?? 'substring') === 'substring') {
    const hasAllWords = createWords(query.query);
    for (const node of candidates) if (hasAllWords(node)) found.push({ node, tier: TIER.words });
  }
  return withoutRepeats(found, query).sort((a, b) => a.tier - b.tier);
}

/** The best of what was found: those of the lowest tier. */
export function best(found: readonly Found[]): Node[] {
  const tier = found[0]?.tier;
  return found.filter((one) => one.tier === tier).map(({ node }) => node);
}

/** Makes a test for elements that only bear the title of something: they rank behind others. */
function createTitles({ query, role, isTabMeant }: Query, candidates: readonly Node[]): (node: Node) => boolean {
  if (query === undefined || role !== undefined) return () => false;
  const tabs = isTabMeant ? candidates.filter((node) => node.role === 'page tab').map((tab) => textsOf(tab).name) : [];
  const names = new Set(tabs);
  return (node) => TITLE_ROLES.has(node.role) || (TAB_PAGE_ROLES.has(node.role) && names.has(textsOf(node).name));
}

function createFilter(query: Query): (node: Node) => boolean {
  const role = query.role === undefined ? undefined : roleOf(query.role);
  const states = query.states ?? [];
  const window = query.window === undefined ? undefined : fold(query.window);
  for (const state of states) if (!isCallerState(state)) throw unknownState(state);
  const meant = new Map<Node, boolean>();
  const isMeant = (one: Node): boolean => {
    const known = meant.get(one) ?? (query.isMeant ? query.isMeant(one) : hasTitle(one, window, query.shown));
    meant.set(one, known);
    return known;
  };
  return (node) => {
    if (node.role === 'application' && role !== 'application') return false;
    if (role !== undefined && node.role !== role) return false;
    if (!states.every((state) => matchesState(node, state))) return false;
    return window === undefined || isMeant(windowOf(node));
  };
}

function roleOf(name: string): RoleName {
  const role = parseRole(name);
  if (role !== undefined) return role;
  const words = fold(name).split(' ');
  const near = ROLE_NAMES.filter((known) => words.some((word) => word !== '' && known.includes(word))).slice(0, 5);
  throw new DesktopError(
    'invalid_params',
    `There is no role ${quoted(name)}.`,
    near.length > 0 ? `Did you mean ${near.join(', ')}?` : 'Use a role as tree shows it, such as button or check box.',
  );
}

function unknownState(name: string): DesktopError {
  return new DesktopError(
    'invalid_params',
    `There is no state ${quoted(name)}.`,
    'Use a state as tree shows it, such as focused, checked, selected, expanded, editable or disabled.',
  );
}

/** Makes a function that gives the tier of a candidate. */
function createTier(
  { query, match = 'substring' }: Query,
  candidates: readonly Node[],
): (node: Node) => number | undefined {
  if (query === undefined) return () => TIER.equal;
  if (match === 'regex') return regexTier(query, candidates);
  if (match === 'spoken') return spokenTier(query);
  const wanted = fold(query);
  const isExact = match === 'exact';
  return (node) => {
    const { name, text } = textsOf(node);
    if (name === wanted) return TIER.equal;
    if (isExact) return text === wanted ? TIER.text : undefined;
    if (wanted === '') return undefined;
    if (name.includes(wanted)) return TIER.name;
    return text.includes(wanted) ? TIER.text : undefined;
  };
}

function regexTier(query: string, nodes: readonly Node[]): (node: Node) => number | undefined {
  const hits = testAll(parsePattern(query), [...nodes.map(labelOf), ...nodes.map(searchedTextOf)]);
  const tiers = new Map(
    nodes.map((node, at) => [node, hits[at] ? TIER.name : hits[nodes.length + at] ? TIER.text : undefined]),
  );
  return (node) => tiers.get(node);
}

/** Matches as one speaks: final punctuation does not count, and several words match the same words written as one. */
function spokenTier(query: string): (node: Node) => number | undefined {
  const bare = (text: string): string => fold(text).replace(/[.,!?;:\u2026\s]+$/u, '');
  const wanted = bare(query);
  const joined = wanted.replaceAll(' ', '');
  return (node) => {
    const name = bare(labelOf(node));
    if (name === wanted) return TIER.equal;
    return joined !== wanted && name === joined ? TIER.name : undefined;
  };
}

function createWords(query: string): (node: Node) => boolean {
  const words = foldAccents(query)
    .split(' ')
    .filter((word) => word !== '');
  return (node) => {
    const { bare } = textsOf(node);
    return words.length > 0 && words.every((word) => bare.includes(word));
  };
}

/** Drops labels whose parent matches as well and shows the same: Chromium's text leaves repeat their parent's text. */
function withoutRepeats(found: readonly Found[], query: Query): Found[] {
  if (query.role !== undefined) return [...found];
  const tiers = new Map(found.map(({ node, tier }) => [node, tier]));
  return found.filter(({ node, tier }) => {
    if (!LABEL_ROLES.has(node.role) || node.states.has('editable')) return true;
    const own = fold(labelOf(node) || (node.text ?? ''));
    for (let parent = node.parent; parent; parent = parent.parent) {
      const parentTier = tiers.get(parent);
      if (parentTier === undefined || (parentTier > tier && !(tier > TIER.equal && parentTier === TIER.text))) continue;
      const { name, text } = textsOf(parent);
      if (name.includes(own) || text.includes(own)) return false;
    }
    return true;
  });
}
