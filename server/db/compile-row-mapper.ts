import { Column, is, SQL, type SQLWrapper, Subquery } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { createShapeTemplate } from "#server/shape-template.ts";

interface SelectedField {
  readonly path: readonly string[];
  readonly field: SQLWrapper;
}

type Decode = (value: unknown) => unknown;
type RowMapper = (rows: unknown[][]) => Record<string, unknown>[];

/**
 * Makes queries decide once how to decode each column; Drizzle decides it again for each value of each row.
 */
export function compileRowMappers({ _: { session } }: NodePgDatabase): void {
  const prepareQuery = session.prepareQuery.bind(session) as (...parameters: unknown[]) => never;
  session.prepareQuery = (query, fields, name, isArray, mapper, ...more) =>
    prepareQuery(query, fields, name, isArray, mapper ?? compileRowMapper(fields), ...more);
}

/** Undefined for nested fields, which Drizzle maps itself. */
function compileRowMapper(fields: readonly SelectedField[] | undefined): RowMapper | undefined {
  if (!fields?.every(({ path }) => path.length === 1)) return undefined;
  const columns = fields.map(({ path: [name = ""], field }) => [name, getDecode(field)] as const);
  const names = columns.map(([name]) => name);
  const decoders = columns.map(([, decode]) => decode);
  const emptyRow = createShapeTemplate(names);
  return (rows) =>
    rows.map((values) => {
      const row = { ...emptyRow };
      for (let at = 0; at < names.length; at++) {
        const value = values[at];
        const decode = decoders[at];
        row[names[at] as string] = decode && value !== null ? decode(value) : value;
      }
      return row;
    });
}

/** Null when the value stays as the driver returns it. */
function getDecode(field: SQLWrapper): Decode | null {
  if (is(field, Column)) {
    const isUnchanged = field.mapFromDriverValue === Column.prototype.mapFromDriverValue;
    return isUnchanged ? null : (value) => field.mapFromDriverValue(value);
  }
  const { decoder } = getSql(field) as unknown as { readonly decoder: { mapFromDriverValue: Decode } };
  return (value) => decoder.mapFromDriverValue(value);
}

function getSql(field: SQLWrapper): SQL {
  if (is(field, SQL)) return field;
  return is(field, Subquery) ? field._.sql : (field as SQL.Aliased).sql;
}
