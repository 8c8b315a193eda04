import { z } from 'zod';
import { rectSchema } from './geometry.ts';

/** How a query is compared with names and texts. */
export const matchSchema = z.enum(['substring', 'exact', 'spoken', 'regex']);
export type Match = z.output<typeof matchSchema>;

/** What a folded bar holds of one role. */
const foldedSchema = z.strictObject({
  role: z.string(),
  count: z.int(),
  selected: z.string().optional().describe('Name of the selected one'),
  text: z.string().optional().describe('Up to 80 characters of what the field holds'),
  textGoesOn: z.boolean().optional(),
});
export type Folded = z.output<typeof foldedSchema>;

/** One element as a reply shows it. Roles and states are AT-SPI's names in lower case with blanks. */
export const elementSchema = z.strictObject({
  id: z.int().describe('Number of the element, unique in the life of the server'),
  role: z.string(),
  name: z.string(),
  isBeside: z.boolean().optional().describe('The name is that of the label beside it: its application gives it none'),
  /** 0 is the root of what was asked for. */
  depth: z.int(),
  states: z.array(z.string()),
  actions: z.array(z.string()),
  text: z.string().optional().describe('Up to 80 characters of its text'),
  textGoesOn: z.boolean().optional(),
  value: z.strictObject({ now: z.number(), min: z.number(), max: z.number() }).optional(),
  items: z.int().optional().describe('How many entries a long list has, of which only those in view are listed'),
  rect: rectSchema.optional().describe('Global logical pixels; only when bounds were asked for'),
  folded: z
    .array(foldedSchema)
    .optional()
    .describe('A bar that is not listed: what is in it; tree with its id lists it'),
  rectUnavailable: z.string().optional().describe('Why there is no rectangle'),
});
export type Element = z.output<typeof elementSchema>;

/** How a call names an element: by `id`, or by `app` and `query` (and `role`, `match`, `window` title part). */
export interface Target {
  id?: number | undefined;
  app?: string | undefined;
  query?: string | undefined;
  role?: string | undefined;
  match?: Match | undefined;
  window?: string | undefined;
}
