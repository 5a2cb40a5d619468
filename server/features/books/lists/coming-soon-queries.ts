import { and, type SQL, sql } from "drizzle-orm";
import type { Database } from "#server/db/client.ts";
import { prepareQuery } from "#server/db/prepared-statements.ts";
import { books } from "#server/db/schema/books/books.ts";
import type { ListPosition } from "#server/http/api/cursor.ts";
import type { ListedRow } from "./list-queries.ts";
import { cardColumns } from "./summary-queries.ts";

const columns = { ...cardColumns, sortValue: sql<string>`coalesce(${books.releaseAt}::text, '')` };
const isScheduled = sql`${books.state} = 'scheduled'`;

const firstPageStatement = prepareQuery((db) =>
  db
    .select(columns)
    .from(books)
    .where(isScheduled)
    .orderBy(books.releaseAt, books.id)
    .limit(sql.placeholder("limit"))
    .prepare("books_coming"),
);

export function listComing(db: Database, after: ListPosition | null, limit: number): Promise<ListedRow[]> {
  if (!after) return firstPageStatement(db).execute({ limit });
  return db
    .select(columns)
    .from(books)
    .where(and(isScheduled, isAfter(after)))
    .orderBy(books.releaseAt, books.id)
    .limit(limit);
}

function isAfter({ value, id }: ListPosition): SQL {
  if (!value) return sql`${books.releaseAt} is null and ${books.id} > ${id}`;
  return sql`((${books.releaseAt}, ${books.id}) > (${value}::timestamptz, ${id}::uuid) or ${books.releaseAt} is null)`;
}
