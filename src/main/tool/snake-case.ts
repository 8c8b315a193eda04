/** Facts leave the server with snake_case keys, as arguments come in: values of workers are turned here, once. Pure. */

/** A value whose object keys are snake_case, at any depth. */
export function snakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeCase);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [snakeKey(key), snakeCase(part)]));
}

/** A JSON schema of such values: its property names are turned, its keywords are not. */
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
