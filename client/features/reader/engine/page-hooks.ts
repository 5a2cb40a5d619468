import type { KeyPress } from "#client/lib/keys.ts";
import type { Tap } from "./layout/page-input.ts";

/** A loaded document of the book. */
export interface LoadedDocument {
  readonly doc: Document;
  readonly section: number;
}

export interface PageHook {
  readonly onDocument?: (loaded: LoadedDocument) => void;
  /** @returns whether the tap was handled, so that it turns no page */
  readonly onTap?: (tap: Tap) => boolean;
  /** @returns whether the key was handled */
  readonly onKey?: (press: KeyPress) => boolean;
}

/** A layer drawn on the pages, such as marks: it follows the documents and handles input before the reader. */
export class PageHooks {
  readonly #hooks = new Set<PageHook>();
  #loaded: LoadedDocument[] = [];

  /**
   * Also calls `onDocument` for the documents that are loaded already.
   *
   * @returns a function that removes it
   */
  add(hook: PageHook): () => void {
    this.#hooks.add(hook);
    for (const loaded of this.list()) hook.onDocument?.(loaded);
    return () => void this.#hooks.delete(hook);
  }

  /** The documents that are loaded now. */
  list(): readonly LoadedDocument[] {
    this.#loaded = this.#loaded.filter(({ doc }) => doc.defaultView !== null);
    return this.#loaded;
  }

  readonly onDocument = (doc: Document, section: number): void => {
    const loaded = { doc, section };
    this.#loaded = [...this.list(), loaded];
    for (const hook of this.#hooks) hook.onDocument?.(loaded);
  };

  onTap(tap: Tap): boolean {
    return [...this.#hooks].some((hook) => hook.onTap?.(tap));
  }

  onKey(press: KeyPress): boolean {
    return [...this.#hooks].some((hook) => hook.onKey?.(press));
  }
}
