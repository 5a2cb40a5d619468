import { useQueryClient } from "@tanstack/react-query";
import type { BookId } from "#shared/books/book.ts";
import { type BookDetail, booksContract } from "#shared/books/contract.ts";
import { libraryContract } from "#shared/library/contract.ts";
import type { MyReview } from "#shared/library/entry.ts";
import { getQueryKey, useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { toast } from "#client/ui/overlays/toast.ts";
import { toRatingChange } from "./use-my-entry.ts";

const { getBook } = booksContract;

const toBody = ({ stars, text, hasSpoiler }: MyReview) => ({ stars, text, hasSpoiler });

export function useMyReview(bookId: BookId) {
  const client = useQueryClient();
  const saveMutation = useContractMutation(libraryContract.saveRating, { waitsAs: toRatingChange });
  const deleteMutation = useContractMutation(libraryContract.deleteRating, {
    // Replaces a review that waits, and is replaced by the next one.
    waitsAs: () => ({ subject: `review ${bookId}`, kind: "rating-removal", bookId }),
  });
  const params = { bookId };

  const updateCache = (myReview: MyReview | null) => {
    const books = { queryKey: getQueryKey(getBook) };
    const previous = client.getQueriesData<BookDetail>(books);
    client.setQueriesData<BookDetail>(books, (shown) =>
      shown?.id === bookId ? { ...shown, myReview } : shown,
    );
    return () => {
      for (const [key, data] of previous) client.setQueryData(key, data);
    };
  };
  return {
    /** @returns what restores the previous review */
    updateCache,
    /** Changes only the rating. */
    rate: (previous: MyReview | null, stars: number) => {
      const rollBack = updateCache({ text: "", hasSpoiler: false, hiddenReason: null, ...previous, stars });
      saveMutation.mutateAsync({ params, body: { stars } }).catch(rollBack);
    },
    remove: (previous: MyReview) => {
      const rollBack = updateCache(null);
      deleteMutation.mutateAsync({ params, query: {} }).catch(rollBack);
      toast({
        title: t("library.reviewDeleted"),
        action: {
          label: t("common.undo"),
          onSelect: () => {
            const rollBackRemoval = updateCache(previous);
            saveMutation.mutateAsync({ params, body: toBody(previous) }).catch(rollBackRemoval);
          },
        },
      });
    },
  };
}
