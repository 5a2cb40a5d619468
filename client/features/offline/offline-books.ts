import type { UserId } from "#shared/accounts/user.ts";
import { CallError } from "#shared/api/http-client.ts";
import type { BookId } from "#shared/books/book.ts";
import { openBroadcastChannel } from "#client/lib/broadcast-channel.ts";
import { openKeptBooks, storeApp } from "#client/lib/offline/kept-account.ts";
import { getBookCacheName, writeContact } from "#client/lib/offline/kept-caches.ts";
import { deleteDictionary, storeDictionary } from "#client/lib/offline/kept-dictionary.ts";
import { keptShares } from "#client/lib/offline/kept-shares.ts";
import { Store } from "#client/lib/store.ts";
import { createStoredPreference } from "#client/lib/stored-preference.ts";
import { planBook } from "./book-plan.ts";
import { downloadBook, OtherAccountError } from "./download-book.ts";
import { findKeptBook, type KeptBook, readKeptBooks, writeKeptBook } from "./kept-book.ts";
import { storeScreens } from "./store-screens.ts";

export const removesFinished = createStoredPreference("maktaba.kept.removesFinished", ["no", "yes"]);
export const keepsNext = createStoredPreference("maktaba.kept.keepsNext", ["no", "yes"]);

export type Failure = "full" | "network" | "refused";

export interface OfflineState {
  /** Null until they are read. */
  readonly books: readonly KeptBook[] | null;
  readonly failures: ReadonlyMap<BookId, Failure>;
}

const channelName = "maktaba-kept-books";
const retryMs = 30_000;
/** Between two checks of a complete book. */
const checkIntervalMs = 10 * 60_000;

/** The kept books of the signed-in account: one tab downloads, the others follow. */
export class OfflineBooks {
  readonly state = new Store<OfflineState>({ books: null, failures: new Map() });
  readonly #userId: UserId;
  readonly #running = new Map<
    BookId,
    { readonly controller: AbortController; readonly done: Promise<void> }
  >();
  readonly #channel = openBroadcastChannel(channelName);
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(userId: UserId) {
    this.#userId = userId;
    this.#channel?.addEventListener("message", () => void this.refresh());
    window.addEventListener("online", this.start);
  }

  close(): void {
    window.removeEventListener("online", this.start);
    clearTimeout(this.#retry);
    this.#channel?.close();
    for (const { controller } of this.#running.values()) controller.abort();
    keptShares.set(new Map());
  }

  async refresh(): Promise<void> {
    this.#setBooks(await readKeptBooks(this.#userId));
  }

  /** Continues interrupted downloads and asks the server about complete books. */
  readonly start = async (): Promise<void> => {
    await this.refresh();
    const books = this.state.getState().books ?? [];
    if (books.length === 0) return;
    await openKeptBooks(this.#userId);
    if (!navigator.onLine) return;
    for (const book of books) if (book.state === "downloading") void this.#download(book.bookId);
    const due = books.filter(isCheckDue);
    for (const book of due) await this.#check(book).catch(() => undefined);
    if (due.length > 0) await storeScreens(this.#userId).catch(() => undefined);
  };

  /** Keeps a book, or goes on after a pause or a failure. */
  async keep(bookId: BookId): Promise<void> {
    await openKeptBooks(this.#userId);
    await this.#download(bookId);
  }

  async pause(bookId: BookId): Promise<void> {
    await this.#stop(bookId);
    await this.#setState(bookId, "paused");
  }

  async remove(bookId: BookId): Promise<void> {
    await this.#stop(bookId);
    await caches.delete(getBookCacheName(this.#userId, bookId));
    this.#setFailure(bookId, null);
    await this.#announce();
    if (this.state.getState().books?.length === 0) await deleteDictionary();
  }

  /** Resolves when nothing of the book is written any more. */
  async #stop(bookId: BookId): Promise<void> {
    const running = this.#running.get(bookId);
    running?.controller.abort();
    await running?.done;
  }

  async #download(bookId: BookId): Promise<void> {
    if (this.#running.has(bookId)) return;
    const controller = new AbortController();
    const done = this.#downloadUntilDone(bookId, controller);
    this.#running.set(bookId, { controller, done });
    await done;
  }

  async #downloadUntilDone(bookId: BookId, controller: AbortController): Promise<void> {
    this.#setFailure(bookId, null);
    try {
      await withLock(`${channelName} ${bookId}`, () => this.#downloadNow(bookId, controller.signal));
    } catch (error) {
      if (!controller.signal.aborted) await this.#onFailure(bookId, error);
    } finally {
      this.#running.delete(bookId);
      await this.#announce();
    }
  }

  async #downloadNow(bookId: BookId, signal: AbortSignal): Promise<void> {
    const plan = await planBook(bookId);
    signal.throwIfAborted();
    const appStored = Promise.all([
      storeApp(),
      plan.needsDictionary && storeDictionary(signal),
      storeScreens(this.#userId).catch(() => undefined),
    ]);
    appStored.catch(() => undefined);
    const onProgress = (record: KeptBook) => signal.aborted || this.#show(record);
    await downloadBook(plan, { userId: this.#userId, signal, onProgress, appStored });
  }

  async #onFailure(bookId: BookId, error: unknown): Promise<void> {
    const failure = toFailure(error);
    this.#setFailure(bookId, failure);
    if (failure !== "network") return this.#setState(bookId, "failed");
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.start(), retryMs);
  }

  /** Follows a revision, removes what was finished, and keeps the next of a series. */
  async #check({ bookId, version }: KeptBook): Promise<void> {
    const plan = await planBook(bookId).catch((error: unknown) => {
      if (error instanceof CallError && [403, 404].includes(error.status)) return null;
      throw error;
    });
    const record = await findKeptBook(this.#userId, bookId);
    if (!record) return;
    const cache = await caches.open(getBookCacheName(this.#userId, bookId));
    await writeContact(cache, { contactAt: Date.now(), isLocked: plan === null });
    await this.#announce();
    if (!plan) return;
    if (plan.record.version !== version) return this.#download(bookId);
    const isFinished = plan.book.myEntry?.status === "finished";
    if (keepsNext.get() === "yes" && plan.book.myEntry) await this.#keepNext(plan.book.series);
    if (isFinished && removesFinished.get() === "yes") await this.remove(bookId);
  }

  async #keepNext(series: SeriesOfBook): Promise<void> {
    const next = findNext(series);
    if (next && !(await findKeptBook(this.#userId, next))) void this.#download(next);
  }

  async #setState(bookId: BookId, state: KeptBook["state"]): Promise<void> {
    const record = await findKeptBook(this.#userId, bookId);
    if (record) {
      const cache = await caches.open(getBookCacheName(this.#userId, bookId));
      await writeKeptBook(cache, { ...record, state });
    }
    await this.#announce();
  }

  #show(record: KeptBook): void {
    const others = (this.state.getState().books ?? []).filter(({ bookId }) => bookId !== record.bookId);
    this.#setBooks([...others, record].sort((a, b) => a.title.localeCompare(b.title)));
  }

  #setBooks(books: readonly KeptBook[]): void {
    this.state.update({ books });
    keptShares.set(new Map(books.map((book) => [book.bookId, getShare(book)])));
  }

  #setFailure(bookId: BookId, failure: Failure | null): void {
    const failures = new Map(this.state.getState().failures);
    if (failure) failures.set(bookId, failure);
    else failures.delete(bookId);
    this.state.update({ failures });
  }

  async #announce(): Promise<void> {
    await this.refresh();
    this.#channel?.postMessage("changed");
  }
}

const getShare = ({ state, storedBytes, bytes }: KeptBook): number =>
  state === "complete" ? 1 : Math.min(0.99, storedBytes / Math.max(1, bytes));

const isCheckDue = ({ state, contactAt }: KeptBook): boolean =>
  state === "complete" && Date.now() - contactAt > checkIntervalMs;

type SeriesOfBook = Awaited<ReturnType<typeof planBook>>["book"]["series"];

function findNext(series: SeriesOfBook): BookId | null {
  const position = series?.position;
  if (!series || position === null || position === undefined) return null;
  const later = series.books.filter((other) => other.position !== null && other.position > position);
  return later.sort((a, b) => (a.position ?? 0) - (b.position ?? 0))[0]?.book.id ?? null;
}

function toFailure(error: unknown): Failure {
  if (error instanceof DOMException && error.name === "QuotaExceededError") return "full";
  const isRefused = error instanceof CallError && error.status < 500 && error.status !== 429;
  return isRefused || error instanceof OtherAccountError ? "refused" : "network";
}

async function withLock(name: string, work: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return work();
  await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock) await work();
  });
}

let opened: { readonly userId: UserId; readonly books: OfflineBooks } | null = null;

/** The one of this tab. */
export function openOfflineBooks(userId: UserId): OfflineBooks {
  if (opened?.userId === userId) return opened.books;
  opened?.books.close();
  opened = { userId, books: new OfflineBooks(userId) };
  void opened.books.start().catch(() => undefined);
  return opened.books;
}
