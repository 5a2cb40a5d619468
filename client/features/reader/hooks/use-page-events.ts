import { type RefObject, useCallback, useEffect, useRef } from "react";
import { isRightToLeft } from "#shared/books/script.ts";
import type { Ebook } from "#shared/reader/contract.ts";
import { findChapterOfSentence } from "#client/features/reader/chapters.ts";
import type { RequestedNote } from "#client/features/reader/components/note-popover.tsx";
import type { ReaderEngine } from "#client/features/reader/engine/engine.ts";
import {
  type FollowedLink,
  getWheelDelta,
  type InputListener,
  isTyping,
  listenTo,
  listenToTouch,
  shrunkSelector,
  toExternalUrl,
  toWindow,
} from "#client/features/reader/engine/layout/page-input.ts";
import { listenForSwipes, type Swipe } from "#client/features/reader/engine/layout/swipes.ts";
import { isNoteReference } from "#client/features/reader/engine/position/note-reference.ts";
import { findTarget } from "#client/features/reader/engine/position/resolve-target.ts";
import { getSideMargins } from "#client/features/reader/engine/position/sentence-at-point.ts";
import { applyReaderStyles } from "#client/features/reader/engine/styles/apply-reader-styles.ts";
import { getPageZone, getReaderCommand, type ReaderCommand } from "#client/features/reader/input/keys.ts";
import { PullToTurn } from "#client/features/reader/input/pull-to-turn.ts";
import { WheelTurner } from "#client/features/reader/input/wheel.ts";
import type { ReaderExtension } from "#client/features/reader/reader-extension.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { toast } from "#client/ui/overlays/toast.ts";

interface PageEvents {
  readonly onCommand: (command: ReaderCommand) => void;
  readonly onTapMiddle: () => void;
  readonly onPointer: (y: number) => void;
  readonly onJump: (href: string) => void;
  readonly onNote: (note: RequestedNote) => void;
  readonly onLeave: (url: string) => void;
  /** A formula or table that was shrunk to the column. */
  readonly onEnlarge: (element: Element) => void;
  readonly extension: ReaderExtension | null;
  readonly isCovered: boolean;
}

/** Input on the page, inside and around the book's frames. */
export function usePageEvents(
  ebook: Ebook,
  engine: RefObject<ReaderEngine | null>,
  events: PageEvents,
): { readonly onDocument: (doc: Document, section: number) => void; readonly input: InputListener } {
  const latest = useRef(events);
  latest.current = events;
  const wheel = useRef(new WheelTurner());
  const pull = useRef(new PullToTurn());

  const input = useRef<InputListener>({
    onKey: (press) => {
      const { extension, isCovered, onCommand } = latest.current;
      if (!isCovered && (engine.current?.hooks.onKey(press) || extension?.onPress(press))) return true;
      const command = getReaderCommand(press, { isScrolled: engine.current?.isScrolled ?? false });
      if (command && !isCovered) onCommand(command);
      return command !== null && command !== "dismiss";
    },
    onTap: (tap) => {
      const { extension, onCommand, onTapMiddle, onEnlarge } = latest.current;
      const shrunkElement = findShrunkElement(tap.click);
      if (shrunkElement) return onEnlarge(shrunkElement);
      if (engine.current?.hooks.onTap(tap)) return;
      const margins = extension ? getSideMargins(tap.click) : undefined;
      const zone = engine.current?.isScrolled ? "middle" : getPageZone(tap.x, window.innerWidth, margins);
      if (zone !== "middle") onCommand(zone);
      else if (!extension?.onTap(tap)) onTapMiddle();
    },
    onSelect: () => latest.current.extension?.onManual(),
    onWheel: (delta) => {
      const edge = engine.current?.isScrolled ? engine.current.isAtEdge(delta > 0 ? 1 : -1) : null;
      const turn = wheel.current.onWheel(delta, performance.now(), edge);
      if (turn && !latest.current.isCovered) latest.current.onCommand(turn === 1 ? "next" : "previous");
    },
    onPointer: (y) => latest.current.onPointer(y),
    onTouch: (phase, y) => {
      const reader = engine.current;
      if (phase === "move") latest.current.extension?.onManual();
      if (!reader?.isScrolled || y === null || phase === "end") pull.current.end();
      else if (phase === "start") pull.current.start(y);
      else {
        const turn = pull.current.move(y, (direction) => reader.isAtEdge(direction));
        if (turn) latest.current.onCommand(turn === 1 ? "next" : "previous");
      }
    },
    onSwipe: (direction) => {
      const reader = engine.current;
      if (reader && !reader.isScrolled && isPastEnd(direction, reader)) latest.current.onCommand("next");
    },
    onLink: (link) => followLink(link, latest.current, engine.current?.structure),
  }).current;

  const onDocument = useCallback(
    (doc: Document, section: number) => {
      const structure = engine.current?.structure;
      prepareDocument(doc, section, ebook, structure);
      listenTo(doc, (href) => structure?.sections[section]?.resolveHref(href) ?? href, input);
    },
    [ebook, engine, input],
  );

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as Element | null;
      // Space and Enter belong to the focused button.
      if (isTyping(target) || event.defaultPrevented || (target?.closest("button, a") && event.key === " "))
        return;
      if (input.onKey(event)) event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [input]);

  return { onDocument, input };
}

/** Wheel, touch and pointer input around the frames. */
export function useHostInput(host: RefObject<HTMLElement | null>, input: InputListener): void {
  useEffect(() => {
    const stage = host.current;
    if (!stage) return;
    const onWheel = (event: WheelEvent) => input.onWheel(getWheelDelta(event));
    const onClick = (event: MouseEvent) => input.onTap({ x: event.clientX, click: null });
    const onMove = (event: MouseEvent) => input.onPointer(event.clientY);
    stage.addEventListener("wheel", onWheel, { passive: true });
    stage.addEventListener("click", onClick);
    listenToTouch(stage, input);
    listenForSwipes(stage, input);
    window.addEventListener("mousemove", onMove, { passive: true });
    return () => {
      stage.removeEventListener("wheel", onWheel);
      stage.removeEventListener("click", onClick);
      window.removeEventListener("mousemove", onMove);
    };
  }, [host, input]);
}

const findShrunkElement = (click: MouseEvent | null): Element | null =>
  (click?.target as Element | null)?.closest?.(shrunkSelector) ?? null;

function isPastEnd(direction: Swipe, { location, isRightToLeft }: ReaderEngine): boolean {
  const { isAtEnd = false, isFixed = false } = location ?? {};
  return isAtEnd && (direction === (isRightToLeft ? "right" : "left") || (direction === "up" && isFixed));
}

/** Jumps to the target of a link, or shows it over the text when it is a note or outside of the reading order. */
export function followLink(
  { element, href, isExternal }: FollowedLink,
  events: Pick<PageEvents, "onLeave" | "onNote" | "onJump">,
  structure: ReaderEngine["structure"] | undefined,
): void {
  const isNote = isNoteReference(element) && href.includes("#");
  if (isExternal) {
    const url = toExternalUrl(href);
    if (url) events.onLeave(url);
    else toast({ title: t("reader.linkRefused") });
  } else if (isNote || (structure && !findTarget({ href }, structure.sections, structure.weights))) {
    events.onNote({ href, at: getLinkPosition(element), isPage: !isNote });
  } else events.onJump(href);
}

function getLinkPosition(element: Element): RequestedNote["at"] {
  const doc = element.ownerDocument;
  const { left, width, top, bottom } = element.getBoundingClientRect();
  const { x, y } = toWindow(doc, { x: left + width / 2, y: top });
  return { x, top: y, bottom: toWindow(doc, { x: left, y: bottom }).y };
}

function prepareDocument(
  doc: Document,
  section: number,
  ebook: Ebook,
  structure: ReaderEngine["structure"] | undefined,
): void {
  setLanguageAndDirection(doc, ebook);
  if (!structure?.sections[section]?.isFixed) applyReaderStyles(doc);
  const chapter = structure && findChapterOfSentence(structure.chapters, section, 0);
  setFrameTitle(doc, ebook, chapter?.label ?? "");
}

function setLanguageAndDirection({ documentElement, body }: Document, { language }: Ebook): void {
  if (!documentElement.lang) documentElement.lang = language;
  if (!documentElement.dir && !body?.dir && isRightToLeft(language)) documentElement.dir = "rtl";
}

function setFrameTitle(doc: Document, { title }: Ebook, chapter: string): void {
  const frame = doc.defaultView?.frameElement;
  frame?.setAttribute("title", chapter ? t("reader.frame", { chapter, title }) : title);
}
