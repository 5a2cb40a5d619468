import { useQuery } from "@tanstack/react-query";
import { type Ebook, readerContract } from "#shared/reader/contract.ts";
import type { PrintedPage } from "#shared/reader/printed-page.ts";
import { query } from "#client/lib/api/query.ts";

/** The pages of the printed edition; empty while loading and for a book without them. */
export function usePrintedPages({
  bookId,
  pageCount,
}: Pick<Ebook, "bookId" | "pageCount">): readonly PrintedPage[] {
  const { data } = useQuery({
    ...query(readerContract.getPrintedPages, { params: { bookId } }),
    enabled: pageCount > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? [];
}
