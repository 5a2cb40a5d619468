import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { BookPlayerSettings, type Playlist } from "#shared/player/contract.ts";
import { onBeforeSignOut } from "#client/lib/api/before-sign-out.ts";
import { getLastUser } from "#client/lib/api/last-user.ts";
import type { Outbox } from "#client/lib/api/outbox.ts";
import { getDeviceStorage } from "#client/lib/device-storage.ts";
import { Store } from "#client/lib/store.ts";
import { findUnsentSettings, openBookSettingsOutbox } from "./book-settings-outbox.ts";
import { getBookSettingsPrefix } from "./unsent-book-settings.ts";

const saveDelayMs = 600;
const none: BookPlayerSettings = {};

/** The player settings of the loaded book: of the account, or of this device for guests. */
export class BookSettings {
  readonly #state = new Store(none);
  #playlist: Playlist | null = null;
  #opened: { readonly userId: UserId; readonly outbox: Outbox } | null = null;
  #timer = 0;

  readonly getState = this.#state.getState;
  readonly subscribe = this.#state.subscribe;

  constructor() {
    addEventListener("pagehide", () => this.#send({ keepalive: true }));
    addEventListener("online", () => this.#send());
    onBeforeSignOut(async () => this.#outbox?.flush());
  }

  /** Loads the settings of a book; the same playlist again changes nothing. */
  open(playlist: Playlist): BookPlayerSettings {
    if (playlist !== this.#playlist) {
      const isSameBook = playlist.bookId === this.#playlist?.bookId;
      this.#playlist = playlist;
      // A playlist that was fetched before a change must not undo it.
      if (!isSameBook) this.#state.set(this.#load(playlist));
    }
    return this.getState();
  }

  close(): void {
    this.#playlist = null;
    this.#state.set(none);
  }

  /** Undefined removes a setting. */
  update(part: { [Name in keyof BookPlayerSettings]: BookPlayerSettings[Name] | undefined }): void {
    if (!this.#playlist) return;
    const changed = Object.entries({ ...this.getState(), ...part }).filter(
      ([, value]) => value !== undefined,
    );
    const settings: BookPlayerSettings = Object.fromEntries(changed);
    this.#store(this.#playlist.bookId, settings);
    this.#state.set(settings);
  }

  #load({ bookId, settings }: Playlist): BookPlayerSettings {
    if (this.#outbox) return findUnsentSettings(this.#outbox, bookId) ?? settings;
    try {
      const stored = getDeviceStorage().getItem(getBookSettingsPrefix("guest") + bookId);
      return BookPlayerSettings.parse(JSON.parse(stored ?? "{}"));
    } catch {
      return none;
    }
  }

  #store(bookId: BookId, settings: BookPlayerSettings): void {
    const outbox = this.#outbox;
    if (!outbox) {
      getDeviceStorage().setItem(getBookSettingsPrefix("guest") + bookId, JSON.stringify(settings));
      return;
    }
    outbox.store(bookId, { bookId, settings, at: new Date().toISOString() });
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#send(), saveDelayMs);
  }

  #send(options?: { readonly keepalive: boolean }): void {
    const outbox = this.#outbox;
    if (outbox && outbox.size > 0) outbox.send(options);
  }

  get #outbox(): Outbox | null {
    const userId = getLastUser()?.id;
    if (userId === undefined) return null;
    if (this.#opened?.userId !== userId) {
      this.#opened = { userId, outbox: openBookSettingsOutbox(userId) };
      this.#opened.outbox.send();
    }
    return this.#opened.outbox;
  }
}
