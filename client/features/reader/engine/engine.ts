import type { Ebook } from "#shared/reader/contract.ts";
import { getChapters } from "#client/features/reader/chapters.ts";
import { getSectionWeights } from "#client/features/reader/progress.ts";
import { delay } from "./document/idle-timeout.ts";
import { type OpenBook, openBook } from "./document/open-book.ts";
import type { EngineListener, MoveListener, PageTurner } from "./engine-listener.ts";
import { preloadRenderer } from "./layout/create-page-renderer.ts";
import type { PositionedRelocation } from "./layout/renderer.ts";
import { type Layout, Viewport } from "./layout/viewport.ts";
import { PageHooks } from "./page-hooks.ts";
import { findFirstVisibleChar } from "./position/first-visible-char.ts";
import {
  type BookStructure,
  findDocument,
  getLocation,
  isAtEdge,
  isBetweenDocuments,
  type Location,
} from "./position/location.ts";
import { NavigationQueue } from "./position/navigation-queue.ts";
import { type Cause, getRelocateReason } from "./position/relocate-reason.ts";
import { findFirstSection, findTarget, type ResolvedTarget, type Target } from "./position/resolve-target.ts";
import type { BookView } from "./position/sentence-view.ts";

export class ReaderEngine {
  readonly structure: BookStructure;
  readonly view: BookView;
  readonly hooks = new PageHooks();
  readonly #book: OpenBook;
  readonly #viewport: Viewport;
  readonly #listener: EngineListener;
  readonly #closing: AbortController;
  readonly #navigationQueue: NavigationQueue;
  #isSettling = false;
  #openings = 0;
  /** A navigation was given up, and no page is shown since. */
  #isEmpty = false;
  #turning: 1 | -1 | null = null;
  #nextTurn: (() => Promise<void>) | null = null;
  #reopening: Promise<void> | null = null;
  #last: Location | null = null;
  #pageTurner: PageTurner | null = null;
  readonly #moveListeners = new Set<MoveListener>();

  private constructor(
    parts: { book: OpenBook; structure: BookStructure; closing: AbortController },
    host: HTMLElement,
    layout: Layout,
    listener: EngineListener,
  ) {
    this.#book = parts.book;
    this.structure = parts.structure;
    this.#closing = parts.closing;
    this.#listener = listener;
    this.#navigationQueue = new NavigationQueue(
      () => parts.closing.signal.aborted,
      () => parts.structure.sections.some(({ isLoading }) => isLoading),
      // Set on the element directly, because React state would rerender on every page turn.
      (isBusy) => host.setAttribute("aria-busy", String(isBusy)),
    );
    this.#viewport = new Viewport(this.#book, host, layout, {
      onDocument: (doc, section) => {
        listener.onDocument(doc, section);
        this.hooks.onDocument(doc, section);
      },
      onRelocate: (at) => this.#onRelocate(at),
      isNavigating: () => this.isBusy,
      onScroll: () => this.#pageTurner?.isScrolledManually() && listener.onManualScroll?.(),
    });
    this.view = {
      renderer: () => this.#viewport.visibleRenderer,
      changePage: (action) => this.#move("follow", this.#last?.section ?? 0, action),
      goTo: (target) => this.goTo(target, "follow"),
      sections: parts.structure.sections,
    };
  }

  /**
   * Opens a book in an element; nothing is shown until `goTo`.
   *
   * @param start where `goTo` will go first
   * @throws {EntryError} when the package document fails to load
   */
  static async open(
    ebook: Ebook,
    host: HTMLElement,
    start: Target,
    layout: Layout,
    listener: EngineListener,
  ): Promise<ReaderEngine> {
    const closing = new AbortController();
    preloadRenderer(ebook.layout);
    const book = await openBook(ebook, findFirstSection(ebook, start), closing.signal);
    const structure = {
      sections: book.sections,
      weights: book.isFixed
        ? ebook.spine.map(({ isLinear }) => Number(isLinear))
        : getSectionWeights(ebook.spine),
      chapters: getChapters(ebook.toc, ebook.spine),
    };
    const engine = new ReaderEngine({ book, structure, closing }, host, layout, listener);
    await engine.#viewport.open();
    return engine;
  }

  /** Null until the first page is shown. */
  get location(): Location | null {
    return this.#last;
  }

  /** A fixed-layout book. */
  get isFixed(): boolean {
    return this.#book.isFixed;
  }

  get isScrolled(): boolean {
    return this.#viewport.visibleRenderer?.scrolled ?? false;
  }

  /** Pages run from right to left. */
  get isRightToLeft(): boolean {
    return this.#book.dir === "rtl";
  }

  async goTo(target: Target, cause: Cause = "jump"): Promise<boolean> {
    const found = findTarget(target, this.structure.sections, this.structure.weights);
    if (!found) return false;

    if (cause === "open") this.#openings++;
    if (cause === "jump") this.#interrupt();
    await this.#navigate(cause, found.index, (isCurrent) => this.#show(found, isCurrent));
    if (cause === "open") {
      this.#openings--;
      void this.#runNextTurn();
    }
    return true;
  }

  /** Turns to the next page, or scrolls by a screen or some pixels. */
  next(pixels?: number): Promise<void> {
    const isIdle = this.#turning === null && !this.isOpening && !this.#isEmpty;
    if (isIdle && this.#last?.isAtEnd && this.isAtEdge(1)) {
      this.#listener.onPastEnd();
      return Promise.resolve();
    }
    return this.#turn(1, pixels);
  }

  /** Turns to the previous page, or scrolls by a screen or some pixels. */
  prev(pixels?: number): Promise<void> {
    return this.#turn(-1, pixels);
  }

  isAtEdge(direction: 1 | -1): boolean {
    return !this.isScrolled || isAtEdge(this.#viewport.renderer, direction);
  }

  reload(): Promise<void> {
    return this.#reopen({ section: this.#last?.section ?? 0 }, "open");
  }

  async retryFailedResources(): Promise<void> {
    if (this.#last?.notice === "failed") return this.reload();
    if (!(await this.#book.recover()) || !this.#last) return;
    const { cfi, fraction } = this.#last;
    await this.#reopen({ locator: { cfi, fraction } }, "layout");
  }

  #reopen(target: Target, cause: Cause): Promise<void> {
    const show = async () => {
      await this.#navigationQueue.ended;
      if (this.#closing.signal.aborted) return;
      await this.#viewport.replace();
      await this.goTo(target, cause);
    };
    this.#reopening ??= show().finally(() => {
      this.#reopening = null;
    });
    return this.#reopening;
  }

  /** Changes the layout and keeps the text at the top of the page. */
  setLayout(layout: Layout): void {
    this.#viewport.setLayout(layout);
  }

  /** The visible document. */
  get document(): Document | null {
    const renderer = this.#viewport.visibleRenderer;
    return renderer && findDocument(renderer, this.#documentIndex);
  }

  /** True until the first page is at its position; the reader's own moves wait for it. */
  get isOpening(): boolean {
    return this.#last === null || this.#openings > 0;
  }

  /** True while pages are loading. */
  get isBusy(): boolean {
    return this.#navigationQueue.isBusy;
  }

  /** @returns a function that stops */
  onMove(listener: MoveListener): () => void {
    this.#moveListeners.add(listener);
    return () => void this.#moveListeners.delete(listener);
  }

  /** @returns a function that removes it */
  attachPageTurner(pageTurner: PageTurner): () => void {
    this.#pageTurner = pageTurner;
    pageTurner.onSettled();
    return () => {
      if (this.#pageTurner === pageTurner) this.#pageTurner = null;
    };
  }

  /** Moves the focus into the text. */
  focus(): void {
    this.document?.defaultView?.focus();
  }

  close(): void {
    this.#closing.abort();
    this.#viewport.close();
    this.#book.destroy();
  }

  async #show(found: ResolvedTarget, isCurrent: () => boolean): Promise<void> {
    let isExact = false;
    const resolvedTarget = await this.#book.documents.find(found);
    if (!isCurrent()) return;
    const anchor = (doc: Document) => {
      const range = resolvedTarget.anchor(doc);
      isExact = typeof range !== "number";
      return range;
    };
    await this.#viewport.goTo(resolvedTarget.index, anchor);
    if (!isExact && isCurrent()) await this.#settle();
  }

  #interrupt(): void {
    this.#nextTurn = null;
    this.#navigationQueue.interrupt();
  }

  async #turn(direction: 1 | -1, pixels?: number): Promise<void> {
    const isBackFromJump = direction === -1 && this.#navigationQueue.cause === "jump";
    const isOpposite = this.#turning !== null && this.#turning !== direction;
    if (isBackFromJump || isOpposite) this.#interrupt();
    if (this.#turning !== null || this.isOpening) {
      // One turn is queued and more are dropped, so that a held key stops when released.
      this.#nextTurn = () => (direction === 1 ? this.next(pixels) : this.prev(pixels));
      return;
    }
    this.#turning = direction;
    const previousIndex = this.#documentIndex;
    const index = this.#book.documents.getSection(previousIndex + direction);
    await this.#move("turn", index, async () => {
      await (direction === 1 ? this.#viewport.next(pixels) : this.#viewport.prev(pixels));
      if (this.#documentIndex !== previousIndex) await this.#settle();
    });
    this.#turning = null;
    await this.#runNextTurn();
  }

  /** Moves from the page that is shown; without one, shows that before the navigation that was given up. */
  #move(cause: Cause, index: number, action: () => Promise<void>): Promise<void> {
    return this.#navigate(cause, index, async (isCurrent) => {
      if (!this.#isEmpty || !this.#last) return action();
      const { sections, weights } = this.structure;
      const { cfi, fraction } = this.#last;
      const found = findTarget({ locator: { cfi, fraction } }, sections, weights);
      if (found) await this.#show(found, isCurrent);
    });
  }

  async #runNextTurn(): Promise<void> {
    if (this.isOpening) return;
    const next = this.#nextTurn;
    this.#nextTurn = null;
    await next?.();
  }

  #navigate(cause: Cause, index: number, action: (isCurrent: () => boolean) => Promise<void>): Promise<void> {
    return this.#navigationQueue.run(cause, action, (isInterrupted) => {
      this.#isEmpty = isInterrupted;
      return isInterrupted ? this.#viewport.replace() : this.#skipSection(index);
    });
  }

  async #skipSection(index: number): Promise<void> {
    this.structure.sections[index]?.abandon();
    await this.#viewport.replace();
    if (this.structure.sections[index]) await this.#viewport.goTo(this.#book.documents.getFirst(index));
  }

  async #settle(): Promise<void> {
    // Fonts change the line breaks: the position is known only after they have loaded.
    await Promise.race([this.document?.fonts.ready, delay(1000)]);
    const range = this.#range;
    if (!this.#viewport.renderer.scrollToAnchor || !range || this.#fraction === 0) return;
    this.#isSettling = true;
    await this.#viewport.renderer.scrollToAnchor(findFirstVisibleChar(range));
    this.#isSettling = false;
  }

  #range: Range | null = null;
  #fraction = 0;
  #documentIndex = 0;

  #onRelocate(at: PositionedRelocation): void {
    if (isBetweenDocuments(this.#viewport.renderer)) return;
    this.#isEmpty = false;
    this.#range = at.range;
    this.#fraction = at.fraction;
    this.#documentIndex = at.documentIndex;
    if (this.#isSettling) return;

    const location = getLocation(at, this.#viewport.renderer, this.structure);
    if (!location) return;
    const isManual = at.reason !== "scroll" || this.#pageTurner?.isScrolledManually() !== false;
    const cause = isManual ? getRelocateReason(at, this.#navigationQueue.cause) : "follow";
    this.#pageTurner?.onSettled();
    const hasMoved = location.cfi !== this.#last?.cfi || location.fraction !== this.#last.fraction;
    this.#last = location;
    if (!location.notice) this.#book.preload(location.section + 1);
    for (const listener of this.#moveListeners) listener(location, hasMoved ? cause : "layout");
  }
}
