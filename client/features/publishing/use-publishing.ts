import { useQueryClient } from "@tanstack/react-query";
import { publishingContract } from "#shared/publishing/contract.ts";
import type { PublishingBook } from "#shared/publishing/publishing-book.ts";
import { getQueryKey, query, useContractMutation } from "#client/lib/api/query.ts";

/** The reply of a change replaces it. */
export const replacedBook = publishingContract.getPublishingBook;

/** The changes that a form makes to a book; the reply replaces the shown book. */
export function usePublishing(bookId: PublishingBook["id"]) {
  const client = useQueryClient();
  const input = { params: { bookId } };
  const queryKey = getQueryKey(publishingContract.getPublishingBook, input);
  const updateBook = (book: PublishingBook) => {
    // A request from before the change would put the earlier book back.
    void client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, book);
  };
  const options = { replaces: replacedBook, handlesErrors: true };
  return {
    updateBook,
    /** The current version from the server. */
    reload: () => client.fetchQuery({ ...query(publishingContract.getPublishingBook, input), staleTime: 0 }),
    editMutation: useContractMutation(publishingContract.editBook, options),
    coverMutation: useContractMutation(publishingContract.setCover, options),
    stateMutation: useContractMutation(publishingContract.changeState, options),
    restoreMutation: useContractMutation(publishingContract.restoreField, options),
  };
}
