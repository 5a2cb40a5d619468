import { useMemo } from "react";
import { isTextAnchor } from "#shared/marks/mark.ts";
import type { Ebook } from "#shared/reader/contract.ts";
import { createAnchor, tooLong } from "#client/features/marks/page/create-anchor.ts";
import { getEnds, listPageSentences } from "#client/features/marks/page/sentence-text.ts";
import type { MarkStore, ShownMark } from "#client/features/marks/store/mark-store.ts";
import { type ReaderEngine, SentenceView } from "#client/features/reader/index.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { toast } from "#client/ui/overlays/toast.ts";

interface BookmarkOptions {
  readonly engine: ReaderEngine;
  readonly ebook: Ebook;
  readonly store: MarkStore | null;
  readonly marks: readonly ShownMark[];
  /** Changes when the page moves. */
  readonly position: string;
}

/** The bookmark of the visible page. */
export function useBookmark({ engine, ebook, store, marks, position }: BookmarkOptions) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for again when the page has moved
  const current = useMemo(
    () => marks.filter((mark) => mark.style === null && isOnPage(mark, engine)),
    [marks, engine, position],
  );
  const toggle = () => {
    if (!store) return;
    if (current.length > 0) for (const { id } of current) store.change(id, { isDeleted: true });
    else addBookmark(store, engine, ebook);
  };
  return { isOn: current.length > 0, toggle };
}

function isOnPage({ anchor }: ShownMark, engine: ReaderEngine): boolean {
  if (!isTextAnchor(anchor)) return false;
  const { sentence } = anchor.start;
  return engine.location?.sentence === sentence || new SentenceView(engine.view).shows(sentence, 0);
}

function addBookmark(store: MarkStore, engine: ReaderEngine, ebook: Ebook): void {
  const { location, document: doc } = engine;
  const loaded = engine.hooks.list().find((each) => each.doc === doc);
  const sentence = doc && listPageSentences(doc).find(({ id }) => id === location?.sentence);
  const range = sentence && getEnds(sentence);
  const anchor = loaded && range ? createAnchor(loaded, range, { ...engine, version: ebook.version }) : null;
  if (anchor === null || anchor === tooLong) toast({ title: t("marks.noTextToBookmark") });
  else store.create({ anchor });
}
