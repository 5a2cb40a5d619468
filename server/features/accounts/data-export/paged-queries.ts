import { and, type SQL } from "drizzle-orm";

export const pageSize = 1000;

export type ExportedRow = Readonly<Record<string, unknown>>;

/** Reads one page of rows after a key. */
export type PageAfter = (after: string | null) => PromiseLike<readonly ExportedRow[]>;

export async function* toSinglePage(
  rows: PromiseLike<readonly ExportedRow[]>,
): AsyncGenerator<readonly ExportedRow[]> {
  yield await rows;
}

/** Reads all pages by key. */
export async function* paginateByKey(
  pageAfter: PageAfter,
  key: string,
): AsyncGenerator<readonly ExportedRow[]> {
  let after: string | null = null;
  for (;;) {
    const page: readonly ExportedRow[] = await pageAfter(after);
    if (page.length > 0) yield page;
    if (page.length < pageSize) return;
    after = String(page.at(-1)?.[key]);
  }
}

export const addCondition = (condition: SQL, next: SQL | undefined) =>
  next ? and(condition, next) : condition;
