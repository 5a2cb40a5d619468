import { useQuery } from "@tanstack/react-query";
import { type Ebook, readerContract } from "#shared/reader/contract.ts";
import type { PrintedPage } from "#shared/reader/printed-page.ts";
import { isLocal } from "#client/features/reader/engine/document/entries.ts";
import { query } from "#client/lib/api/query.ts";

/** The pages of the printed edition; empty while loading and for a book without them. */
export function usePrintedPages(ebook: Ebook): readonly PrintedPage[] {
  const { bookId, pageCount } = ebook;
  const { data } = useQuery({
    ...query(readerContract.getPrintedPages, { params: { bookId } }),
    enabled: pageCount > 0 && !isLocal(ebook),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? [];
}
