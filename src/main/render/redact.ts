/** Secret values taken out of replies. */
import { escape } from './escape.ts';

export const REDACTED = '••••';

/** The value with every text in it freed of the secrets, as they are and as replies escape them. */
export function redact<T>(value: T, secrets: ReadonlySet<string>): T {
  if (secrets.size === 0) return value;
  const forms = [...secrets].flatMap((secret) => [secret, escape(secret)]).toSorted((a, b) => b.length - a.length);
  return clean(value, forms) as T;
}

function clean(value: unknown, forms: readonly string[]): unknown {
  if (typeof value === 'string') return forms.reduce((text, form) => text.replaceAll(form, REDACTED), value);
  if (Array.isArray(value)) return value.map((one) => clean(one, forms));
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, clean(one, forms)]));
}
