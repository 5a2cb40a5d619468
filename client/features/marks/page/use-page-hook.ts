import { useEffect, useRef } from "react";
import type { MarkId } from "#shared/marks/mark.ts";
import { focusPassageBar } from "#client/features/marks/components/beside-passage.tsx";
import { getReaderCommand, type ReaderEngine, SentenceView } from "#client/features/reader/index.ts";
import type { KeyPress } from "#client/lib/keys.ts";
import type { MarkRenderer } from "./mark-renderer.ts";
import {
  extendSelection,
  followSelection,
  getVisibleLines,
  type PageSelection,
  selectElements,
} from "./page-selection.ts";
import { findBeside, listPageSentences } from "./sentence-text.ts";

interface PageHandlers {
  readonly onSelect: (selection: PageSelection | null) => void;
  /** Null closes the open mark. */
  readonly onOpen: (id: MarkId | null) => void;
  readonly isOpen: boolean;
  /** Null for guests. */
  readonly onBookmark: (() => void) | null;
  readonly onHighlight: (() => void) | null;
  /** @returns whether there was something to undo */
  readonly onUndo: () => boolean;
  readonly selection: PageSelection | null;
  readonly clearSelection: () => void;
}

/** Follows the documents of the book and handles taps and keys before the reader does. */
export function usePageHook(engine: ReaderEngine, renderer: MarkRenderer, handlers: PageHandlers): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(
    () =>
      engine.hooks.add({
        onDocument: (loaded) => {
          renderer.render(loaded);
          let hasSelection = false;
          followSelection(loaded, (selection) => {
            // An empty selection in a chapter beside the selected one.
            if (!selection && !hasSelection) return;
            hasSelection = selection !== null;
            latest.current.onSelect(selection);
          });
        },
        onTap: ({ click }) => {
          const { isOpen, onOpen, selection, clearSelection } = latest.current;
          if (selection) {
            // A tap around the selected document leaves its selection.
            clearSelection();
            return true;
          }
          const doc = (click?.target as Element | null)?.ownerDocument;
          const found = doc && click ? renderer.findAt(doc, click.clientX, click.clientY) : null;
          if (!found && !isOpen) return false;
          onOpen(found?.id ?? null);
          return true;
        },
        onKey: (press) => onKey(press, engine, latest.current),
      }),
    [engine, renderer],
  );
}

function onKey(press: KeyPress, engine: ReaderEngine, handlers: PageHandlers): boolean {
  const { selection, isOpen } = handlers;
  const doc = selection?.loaded.doc ?? engine.document;
  if ((press.ctrlKey || press.metaKey) && press.key.toLowerCase() === "z") return handlers.onUndo();
  if (press.key === "Escape" && (selection || isOpen)) {
    handlers.clearSelection();
    handlers.onOpen(null);
    return true;
  }
  if (press.key === "Enter" && (selection || isOpen)) return focusPassageBar();
  if (press.shiftKey && press.key.startsWith("Arrow") && selection && doc)
    return extendSelection(doc, press.key);
  return runCommand(press, engine, handlers);
}

function runCommand(press: KeyPress, engine: ReaderEngine, handlers: PageHandlers): boolean {
  const command = getReaderCommand(press, { isScrolled: engine.isScrolled });
  if (command === "bookmark" && handlers.onBookmark) handlers.onBookmark();
  else if (command === "highlight" && handlers.onHighlight && handlers.selection) handlers.onHighlight();
  else if (command === "select") selectSentence(engine, press.shiftKey ? -1 : 1);
  else return false;
  return true;
}

/** A selected sentence is not visible before its page is. */
const turning = new WeakSet<ReaderEngine>();

/** Selects the first sentence of the page, or one beside the selection of the page. */
function selectSentence(engine: ReaderEngine, step: 1 | -1): void {
  const { document: doc, location } = engine;
  const all = doc ? listPageSentences(doc) : [];
  const selection = doc?.getSelection();
  const range = selection?.type === "Range" ? selection.getRangeAt(0) : null;
  const isFirst = range === null || (!turning.has(engine) && getVisibleLines(range).length === 0);
  const sentence = isFirst ? all.find(({ id }) => id === location?.sentence) : findBeside(all, range, step);
  if (!sentence) return;
  selectElements(sentence.elements);
  if (isFirst) return;
  turning.add(engine);
  void new SentenceView(engine.view).turnTo(sentence.id, 0).finally(() => turning.delete(engine));
}
