import * as z from "zod/mini";
import { Instant } from "#shared/api/schemas.ts";
import { BookId } from "#shared/books/book.ts";
import { Locator } from "#shared/positions/position.ts";
import { getDeviceStorage } from "#client/lib/device-storage.ts";

const prefix = "maktaba.guest-position.";

const StoredPosition = z.object({ bookId: BookId, locator: Locator, at: Instant });

export type GuestPosition = z.infer<typeof StoredPosition>;

/** Stores a guest's position in a book. */
export function saveGuestPosition(position: GuestPosition, storage: Storage = getDeviceStorage()): void {
  try {
    storage.setItem(prefix + position.bookId, JSON.stringify(z.encode(StoredPosition, position)));
  } catch {}
}

/** A guest's position; null when the book was not opened on this device. */
export function findGuestPosition(
  bookId: BookId,
  storage: Storage = getDeviceStorage(),
): GuestPosition | null {
  return read(storage.getItem(prefix + bookId));
}

export function listGuestPositions(storage: Storage = getDeviceStorage()): GuestPosition[] {
  return Array.from({ length: storage.length }, (_, n) => storage.key(n) ?? "")
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => read(storage.getItem(key)) ?? [])
    .sort((a, b) => b.at.getTime() - a.at.getTime());
}

export function clearGuestPositions(storage: Storage = getDeviceStorage()): void {
  for (const { bookId } of listGuestPositions(storage)) storage.removeItem(prefix + bookId);
}

function read(text: string | null): GuestPosition | null {
  try {
    return StoredPosition.safeParse(JSON.parse(text ?? "")).data ?? null;
  } catch {
    return null;
  }
}
