import type { UserId } from "#shared/accounts/user.ts";
import { canKeepBooks } from "#client/lib/offline/kept-shares.ts";
import { Store, useStore } from "#client/lib/store.ts";
import { type OfflineBooks, type OfflineState, openOfflineBooks } from "./offline-books.ts";

const empty = new Store<OfflineState>({ books: [], failures: new Map() });

export function useOfflineBooks(
  userId: UserId | null,
): OfflineState & { readonly offline: OfflineBooks | null } {
  const offline = userId && canKeepBooks() ? openOfflineBooks(userId) : null;
  return { ...useStore(offline?.state ?? empty), offline };
}
