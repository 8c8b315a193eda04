/** Turns keys into snake_case, once, where facts leave the server. Pure. */

/** Turns the object keys of a value into snake_case at any depth. */
export function snakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeCase);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [snakeKey(key), snakeCase(part)]));
}

/** Turns the property names of a JSON schema into snake_case; keywords stay. */
export function snakeCaseSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(snakeCaseSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, part]): [string, unknown] => {
      if (keyword === 'required' && Array.isArray(part)) return [keyword, part.map((key) => snakeKey(String(key)))];
      if (keyword === 'properties' && typeof part === 'object' && part !== null) {
        const properties = Object.entries(part).map(([key, own]) => [snakeKey(key), snakeCaseSchema(own)]);
        return [keyword, Object.fromEntries(properties)];
      }
      return [keyword, snakeCaseSchema(part)];
    }),
  );
}

function snakeKey(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
