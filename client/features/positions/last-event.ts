import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import type { CurrentPosition } from "#shared/positions/contract.ts";
import { PositionEvent } from "#shared/positions/position.ts";
import { getDeviceStorage } from "#client/lib/device-storage.ts";
import { keptPositionPrefix } from "#client/lib/offline/has-kept-books.ts";
import { getOutboxPrefix } from "./outbox.ts";

/** The reply of the server, or of the service worker without a network, with the last event of this device. */
export async function applyLastEvent(
  reply: Promise<CurrentPosition>,
  userId: UserId,
  bookId: BookId,
): Promise<CurrentPosition> {
  const last = !navigator.onLine || hasUnsent(userId, bookId) ? readLastEvent(userId, bookId) : null;
  const known = await reply.catch((error: unknown) => {
    if (!last) throw error;
    return { current: null, text: null, audio: null, isApproximate: false };
  });
  return last ? chooseNewer(known, last) : known;
}

function hasUnsent(userId: UserId, bookId: BookId): boolean {
  const storage = getDeviceStorage();
  const keys = Array.from({ length: storage.length }, (_, n) => storage.key(n) ?? "");
  return keys.some(
    (key) => key.startsWith(getOutboxPrefix(userId)) && storage.getItem(key)?.includes(bookId),
  );
}

function readLastEvent(userId: UserId, bookId: BookId): PositionEvent | null {
  try {
    const stored = getDeviceStorage().getItem(`${keptPositionPrefix}${userId}.${bookId}`);
    return PositionEvent.safeParse(JSON.parse(stored ?? "null")).data ?? null;
  } catch {
    return null;
  }
}

function chooseNewer(known: CurrentPosition, last: PositionEvent): CurrentPosition {
  if (known.current && known.current.at > last.at) return known;
  const { bookId, locator, at, device, isDeliberate } = last;
  const isText = locator.cfi !== undefined || locator.sentence !== undefined;
  return {
    current: { bookId, locator, at, device, isDeliberate },
    text: isText ? locator : known.text,
    audio: locator.chapter !== undefined ? locator : known.audio,
    isApproximate: false,
  };
}
