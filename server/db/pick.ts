import { getTableColumns, type Table } from "drizzle-orm";

type ColumnsOf<T extends Table> = T["_"]["columns"];

/** Some columns of a table for `select` or `returning`: `pick(users, "id", "email")`. */
export function pick<T extends Table, K extends keyof ColumnsOf<T>>(
  table: T,
  ...names: readonly K[]
): Pick<ColumnsOf<T>, K> {
  const columns = getTableColumns(table) as ColumnsOf<T>;
  return Object.fromEntries(names.map((name) => [name, columns[name]])) as Pick<ColumnsOf<T>, K>;
}
