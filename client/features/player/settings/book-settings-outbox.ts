import type { UserId } from "#shared/accounts/user.ts";
import { CallError, call } from "#shared/api/http-client.ts";
import type { BookId } from "#shared/books/book.ts";
import { BookPlayerSettings, playerContract } from "#shared/player/contract.ts";
import { Outbox, type Send } from "#client/lib/api/outbox.ts";
import { tabHeaders } from "#client/lib/api/tab.ts";
import { getDeviceStorage } from "#client/lib/device-storage.ts";
import { getBookSettingsPrefix } from "./unsent-book-settings.ts";

/** Settings of single books that the account does not have yet. */
export function openBookSettingsOutbox(userId: UserId): Outbox {
  return new Outbox({
    storage: getDeviceStorage(),
    prefix: getBookSettingsPrefix(userId),
    timeField: "at",
    maxBatchSize: 1,
    maxItems: 200,
    selectEvictable: (waiting) => waiting.slice(0, 1).map(({ key }) => key),
    send: sendSettings,
  });
}

export function findUnsentSettings(outbox: Outbox, bookId: BookId): BookPlayerSettings | null {
  const item = outbox.list().find((each) => each.bookId === bookId);
  const parsed = BookPlayerSettings.safeParse(item?.["settings"]);
  return parsed.success ? parsed.data : null;
}

const sendSettings: Send = async (items, { keepalive }) => {
  for (const item of items) {
    const { bookId, settings } = item as {
      readonly bookId: BookId;
      readonly settings: BookPlayerSettings;
    };
    const input = { params: { bookId }, body: settings };
    try {
      await call(playerContract.saveBookPlayerSettings, input, { keepalive, headers: tabHeaders });
    } catch (error) {
      // The book is gone.
      if (!(error instanceof CallError && error.status === 404)) throw error;
    }
  }
};
