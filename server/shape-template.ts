/**
 * An object whose copies by `{ ...template }` have all their properties in fast mode. V8 turns objects into
 * hash tables when more than about 12 properties are added under computed names.
 */
export function createShapeTemplate(keys: readonly string[]): Record<string, unknown> {
  return JSON.parse(JSON.stringify(Object.fromEntries(keys.map((key) => [key, null]))));
}
