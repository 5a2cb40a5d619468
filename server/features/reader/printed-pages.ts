import type { InputOf } from "#shared/api/contract.ts";
import type { BookId } from "#shared/books/book.ts";
import type { readerContract } from "#shared/reader/contract.ts";
import { findPrintedPage, type PrintedPage } from "#shared/reader/printed-page.ts";
import { getSentenceId } from "#shared/reader/sentences.ts";
import type { Database } from "#server/db/client.ts";
import { getAccess, toRejection } from "#server/features/books/service.ts";
import type { GuestContext } from "#server/http/api/context.ts";
import { notFound } from "#server/http/api/problem.ts";
import { findStoredPages } from "./queries.ts";

/** @throws {ProblemError} `not_found`, or an access error */
export async function getPrintedPages(
  context: GuestContext,
  { params: { bookId } }: InputOf<typeof readerContract.getPrintedPages>,
): Promise<PrintedPage[]> {
  const access = await getAccess(context, context.user, bookId);
  const pages = await listPrintedPages(context.db, bookId);
  if (!pages) throw notFound("ebook");
  if (access.read === "none") throw toRejection(context.user, access);
  return pages;
}

/** The print page of a sentence for a citation, such as `214`; null for a book without print pages. */
export async function getPrintedPage(db: Database, bookId: BookId, sentence: string): Promise<string | null> {
  return findPrintedPage((await listPrintedPages(db, bookId)) ?? [], sentence);
}

async function listPrintedPages(db: Database, bookId: BookId): Promise<PrintedPage[] | null> {
  const stored = await findStoredPages(db, bookId);
  return (
    stored?.map(([label, spineIndex, number]) => ({ label, sentence: getSentenceId(spineIndex, number) })) ??
    null
  );
}
