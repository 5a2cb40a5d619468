import type { Ebook } from "#shared/reader/contract.ts";
import { cutQuotation } from "#shared/rich-text/quotation.ts";
import type { Passage } from "./report-dialog.tsx";

/** Where the reader chooses a community for a passage. */
export function getDiscussPath(
  { bookId, title, version }: Pick<Ebook, "bookId" | "title" | "version">,
  { sentence, quote }: Passage,
): string {
  const params = new URLSearchParams({ discuss: "1", book: bookId, sentence, title, version });
  if (quote) params.set("quote", cutQuotation(quote));
  return `/community?${params}`;
}
