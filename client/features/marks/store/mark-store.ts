import type { UserId } from "#shared/accounts/user.ts";
import { call } from "#shared/api/http-client.ts";
import type { BookId } from "#shared/books/book.ts";
import { applyChange } from "#shared/marks/apply-change.ts";
import { marksContract, type SavedMark } from "#shared/marks/contract.ts";
import { type Mark, type MarkAnchor, type MarkChange, MarkChangeId, MarkId } from "#shared/marks/mark.ts";
import type { RichText } from "#shared/rich-text/rich-text.ts";
import { Store } from "#client/lib/store.ts";
import { createId } from "#client/lib/uuid.ts";
import { getLostChanges } from "./lost-changes.ts";
import { readMarkCache, writeMarkCache } from "./mark-cache.ts";
import type { MarkOutbox, SavedMarks } from "./mark-outbox.ts";

/** A mark with the changes of this device that the server does not have yet. */
export interface ShownMark extends Mark {
  /** Null for a note that was not sent yet. */
  readonly content: RichText | null;
}

export type MarkFields = Pick<MarkChange, "style" | "note" | "tags" | "isDeleted">;

export interface NewMark extends MarkFields {
  readonly anchor: MarkAnchor;
}

export interface MarkStoreOptions {
  readonly userId: UserId;
  readonly bookId: BookId;
  /** The content version of the open text: marks are read again after a revision. */
  readonly textVersion: string;
  readonly outbox: MarkOutbox;
  readonly onRefused?: (refused: SavedMarks["refused"]) => void;
}

/** How many changes can be undone. */
const maxUndo = 100;

/** The marks of a reader in one book: what the server has, and on top what this device has changed since. */
export class MarkStore {
  /** By place in the book, without deleted ones. */
  readonly marks = new Store<readonly ShownMark[]>([]);
  readonly #options: MarkStoreOptions;
  readonly #saved = new Map<MarkId, ShownMark>();
  readonly #undo: Array<{ readonly id: MarkId; readonly fields: MarkFields }> = [];
  readonly #stop: () => void;
  #all: ReadonlyMap<MarkId, ShownMark> = new Map();
  #version = 0;
  /** Of the stored copy, also when it is of another text version. */
  #cachedVersion = 0;
  #lastAt = 0;
  #isCacheRead = false;
  #syncing: Promise<void> | null = null;

  constructor(options: MarkStoreOptions) {
    this.#options = options;
    const stopListening = options.outbox.onSaved((saved) => this.#onSaved(saved));
    const onStorage = () => this.#refresh();
    window.addEventListener("storage", onStorage);
    this.#stop = () => {
      stopListening();
      window.removeEventListener("storage", onStorage);
    };
  }

  close(): void {
    this.#stop();
  }

  /** Shows the copy of this device, then what the server has. @throws {CallError} when it is not reached */
  sync(): Promise<void> {
    this.#syncing ??= this.#load().finally(() => {
      this.#syncing = null;
    });
    return this.#syncing;
  }

  find(id: MarkId): ShownMark | null {
    return this.#all.get(id) ?? null;
  }

  create({ anchor, ...fields }: NewMark): MarkId {
    const id = MarkId.parse(createId());
    this.#put(id, { anchor, ...fields });
    this.#remember(id, { isDeleted: true });
    return id;
  }

  change(id: MarkId, fields: MarkFields): void {
    const mark = this.find(id);
    if (!mark) return;
    this.#remember(id, getPrevious(mark, fields));
    this.#put(id, fields);
  }

  /** Takes the last change of this tab back. @returns whether there was one */
  undo(): boolean {
    const last = this.#undo.pop();
    if (!last) return false;
    this.#put(last.id, last.fields);
    return true;
  }

  #remember(id: MarkId, fields: MarkFields): void {
    this.#undo.push({ id, fields });
    if (this.#undo.length > maxUndo) this.#undo.shift();
  }

  #put(id: MarkId, fields: MarkFields & { readonly anchor?: MarkAnchor }): void {
    const { bookId, outbox } = this.#options;
    const replacesNote = fields.note === undefined ? undefined : (this.find(id)?.noteChange ?? null);
    const change: MarkChange = {
      id: MarkChangeId.parse(createId()),
      markId: id,
      bookId,
      at: this.#getNextTime(),
      ...fields,
      ...(replacesNote !== undefined && { replacesNote }),
    };
    outbox.put([change]);
    this.#refresh();
  }

  /** Later than the last change, so that changes keep their order. */
  #getNextTime(): Date {
    this.#lastAt = Math.max(Date.now(), this.#lastAt + 1);
    return new Date(this.#lastAt);
  }

  async #load(): Promise<void> {
    const { userId, bookId, textVersion } = this.#options;
    if (!this.#isCacheRead) {
      this.#isCacheRead = true;
      const cached = await readMarkCache(userId, bookId);
      for (const mark of cached?.marks ?? []) if (!this.#saved.has(mark.id)) this.#saved.set(mark.id, mark);
      this.#cachedVersion = cached?.version ?? 0;
      if (cached?.textVersion === textVersion) this.#version = Math.max(this.#version, cached.version);
      this.#refresh();
    }
    const known = Math.max(this.#version, this.#cachedVersion);
    const changed = await this.#fetchChanged(this.#version);
    if (changed.newestVersion < known) return this.#reload();
    this.#version = changed.version;
    if (changed.marks.length === 0) return;
    for (const mark of changed.marks) this.#saved.set(mark.id, mark);
    this.#refresh();
    void this.#writeCache();
  }

  async #fetchChanged(since: number) {
    const marks: SavedMark[] = [];
    for (let version = since; ; ) {
      const input = { params: { bookId: this.#options.bookId }, query: { since: version } };
      const page = await call(marksContract.listMarksOfBook, input);
      marks.push(...page.marks);
      ({ version } = page);
      const newestVersion = page.newestVersion ?? Number.POSITIVE_INFINITY;
      if (!page.hasMore) return { marks, version, newestVersion };
    }
  }

  /** After the server was restored to an older backup: reads all marks, and sends what it lost. */
  async #reload(): Promise<void> {
    const { marks, version } = await this.#fetchChanged(0);
    const theirs = new Map(marks.map((mark) => [mark.id, mark]));
    const lost = [...this.#saved.values()].flatMap((mark) =>
      getLostChanges(mark, theirs.get(mark.id) ?? null),
    );
    this.#saved.clear();
    for (const mark of marks) this.#saved.set(mark.id, mark);
    this.#version = version;
    this.#cachedVersion = 0;
    this.#options.outbox.put(lost);
    this.#refresh();
    void this.#writeCache();
  }

  #onSaved({ marks, refused }: SavedMarks): void {
    for (const mark of marks) if (mark.bookId === this.#options.bookId) this.#saved.set(mark.id, mark);
    if (refused.length > 0) this.#options.onRefused?.(refused);
    // The outbox drops what was sent after this.
    queueMicrotask(() => this.#refresh());
    void this.#writeCache();
  }

  #writeCache(): Promise<void> {
    const { userId, bookId, textVersion } = this.#options;
    const marks = [...this.#saved.values()].map((mark) => ({ ...mark, content: mark.content ?? [] }));
    return writeMarkCache(userId, bookId, { marks, version: this.#version, textVersion });
  }

  #refresh(): void {
    const { bookId, outbox } = this.#options;
    const all = new Map(this.#saved);
    for (const change of outbox.list()) {
      if (change.bookId !== bookId) continue;
      const before = all.get(change.markId) ?? null;
      const mark = applyChange(before, change);
      if (mark) all.set(mark.id, { ...mark, content: before?.note === mark.note ? before.content : null });
    }
    this.#all = all;
    const shown = [...all.values()].filter(({ isDeleted }) => !isDeleted);
    this.marks.set(shown.sort(compareByPlace));
  }
}

function compareByPlace(a: Mark, b: Mark): number {
  return a.anchor.fraction - b.anchor.fraction || a.createdAt.getTime() - b.createdAt.getTime();
}

/** The earlier values of the changed fields, for undo. */
function getPrevious(mark: Mark, fields: MarkFields): MarkFields {
  return {
    ...(fields.style !== undefined && { style: mark.style }),
    ...(fields.note !== undefined && { note: mark.note }),
    ...(fields.tags !== undefined && { tags: mark.tags }),
    ...(fields.isDeleted !== undefined && { isDeleted: mark.isDeleted }),
  };
}
