import type { BookId } from "#shared/books/book.ts";
import { Notice } from "#client/features/player/components/notice.tsx";
import { t } from "#client/lib/i18n/i18n.ts";
import { useUpNext } from "./use-up-next.ts";

/** Shown near the end of a book. */
export function UpNextNotice({ bookId }: { readonly bookId: BookId }) {
  const { queued, inSeries } = useUpNext(bookId);
  const next = queued ?? inSeries;
  return (
    next && (
      <Notice>
        <bdi>{t("queue.upNext", { title: next.title })}</bdi>
      </Notice>
    )
  );
}
