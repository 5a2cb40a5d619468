import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { getDeviceStorage } from "#client/lib/device-storage.ts";
import { Store, useStore } from "#client/lib/store.ts";

const getKey = (userId: UserId | null, bookId: BookId) => `maktaba.margin-hidden.${userId}.${bookId}`;

/** Changes when the margin of a book is shown or hidden. */
const changes = new Store(0);

/** Whether the pages of a book show its margin on this device, for this account. */
export function useMarginVisibility(
  userId: UserId | null,
  bookId: BookId,
): readonly [isShown: boolean, setShown: (isShown: boolean) => void] {
  useStore(changes);
  const key = getKey(userId, bookId);
  const setShown = (isShown: boolean) => {
    if (isShown) getDeviceStorage().removeItem(key);
    else getDeviceStorage().setItem(key, "1");
    changes.set(changes.getState() + 1);
  };
  return [getDeviceStorage().getItem(key) === null, setShown];
}
