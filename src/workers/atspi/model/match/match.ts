/** Which elements a query means: case, blanks and accents aside, in tiers from an equal name to scattered words. */

import { DesktopError } from '../../../../base/errors.ts';
import type { Match } from '../../../../protocol/element.ts';
import { labelOf, searchedTextOf } from '../label.ts';
import { type Node, nodesOf, windowOf } from '../node.ts';
import { LABEL_ROLES, parseRole, ROLE_NAMES, type RoleName, rolesNamed, TITLE_ROLES } from '../roles.ts';
import { isCallerState, matchesState } from '../states.ts';
import { fold, foldAccents } from '../text.ts';
import { textsOf } from '../texts.ts';
import { hasTitle } from '../windows.ts';
import { parsePattern, testAll } from './pattern.ts';

/** What to look for; without `query`, everything that passes the filters. */
export interface Query {
  query?: string | undefined;
  match?: Match | undefined;
  /** Names as callers write them; fails with `invalid_params` when there is no such role or state. */
  role?: string | undefined;
  states?: readonly string[] | undefined;
  /** Part of the title of the window it is in. */
  window?: string | undefined;
  /** Titles of its process's windows, as the compositor shows them. */
  shown?: readonly string[] | undefined;
  /** To operate it: what a tab opens, which is named after the tab, counts as a title like the tab. */
  isTabMeant?: boolean | undefined;
}

/** An element that matches; a lower tier matches better. */
export interface Found {
  node: Node;
  tier: number;
}

/** Tiers: equal name, part of a name, part of a text; the same of titles; all words in any order. */
export const TIER = { equal: 0, name: 1, text: 2, titles: 3, words: 6 } as const;
/** What a tab opens: of GTK 4 a panel, of web pages a scroll pane. */
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

/** Whether an element is only the title of what it is, or stands behind, for a query. */
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
    const known = meant.get(one) ?? hasTitle(one, window, query.shown);
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
    `There is no role "${name}".`,
    near.length > 0 ? `Did you mean ${near.join(', ')}?` : 'Use a role as tree shows it, such as button or check box.',
  );
}

function unknownState(name: string): DesktopError {
  return new DesktopError(
    'invalid_params',
    `There is no state "${name}".`,
    'Use a state as tree shows it, such as focused, checked, selected, expanded, editable or disabled.',
  );
}

/** The tier of each of the candidates. */
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

/** As one says it: final punctuation aside; several words also match the same words written as one. */
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

/**
 * Drops label leaves whose parent matches as well and shows the same, in its name or in its text: Chromium's text leaves
 * are named after themselves.
 */
function withoutRepeats(found: readonly Found[], query: Query): Found[] {
  if (query.role !== undefined) return [...found];
  const tiers = new Map(found.map(({ node, tier }) => [node, tier]));
  return found.filter(({ node, tier }) => {
    if (!LABEL_ROLES.has(node.role)) return true;
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
