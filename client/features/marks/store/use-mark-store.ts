import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { marksContract } from "#shared/marks/contract.ts";
import { getQueryKey, getQueryMeta } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Store, useStore } from "#client/lib/store.ts";
import { toast } from "#client/ui/overlays/toast.ts";
import { MarkStore, type MarkStoreOptions, type ShownMark } from "./mark-store.ts";
import { openMarkOutbox } from "./open-mark-outbox.ts";

interface OpenBook {
  readonly bookId: BookId;
  /** The content version of its text. */
  readonly version: string;
}

const noMarks = new Store<readonly ShownMark[]>([]);

/**
 * The marks of a reader in a book, also without a connection.
 *
 * @returns a null store for guests
 */
export function useMarkStore(
  userId: UserId | null,
  { bookId, version }: OpenBook,
): { readonly store: MarkStore | null; readonly marks: readonly ShownMark[] } {
  const store = useMemo(
    () => userId && openMarkStore({ userId, bookId, textVersion: version }),
    [userId, bookId, version],
  );
  const input = { params: { bookId }, query: {} };
  // Fetched again when another tab or device changes a mark.
  useQuery({
    queryKey: [...getQueryKey(marksContract.listMarksOfBook, input), version],
    queryFn: async () => {
      await store?.sync();
      return null;
    },
    enabled: store !== null,
    meta: getQueryMeta(marksContract.listMarksOfBook),
    networkMode: "always",
  });
  return { store, marks: useStore(store?.marks ?? noMarks) };
}

type OpenStore = Pick<MarkStoreOptions, "userId" | "bookId" | "textVersion">;

const maxOpen = 3;
let openStores: readonly (OpenStore & { readonly store: MarkStore })[] = [];

/** The store of a book, which all parts of the screen share. */
function openMarkStore(wanted: OpenStore): MarkStore {
  const { userId, bookId, textVersion } = wanted;
  const found = openStores.find(
    (open) => open.userId === userId && open.bookId === bookId && open.textVersion === textVersion,
  );
  if (found) return found.store;
  const store = new MarkStore({ ...wanted, outbox: openMarkOutbox(userId), onRefused });
  openStores = [...openStores, { ...wanted, store }];
  for (const closed of openStores.slice(0, -maxOpen)) closed.store.close();
  openStores = openStores.slice(-maxOpen);
  return store;
}

function onRefused(refused: readonly { readonly reason: string }[]): void {
  const isFull = refused.some(({ reason }) => reason === "too_many");
  toast({ tone: "destructive", title: t(isFull ? "marks.tooMany" : "marks.refused") });
}
