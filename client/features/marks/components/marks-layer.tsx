import { type ReactNode, useEffect, useMemo, useState } from "react";
import type { UserId } from "#shared/accounts/user.ts";
import type { MarkId, MarkStyle } from "#shared/marks/mark.ts";
import type { Ebook } from "#shared/reader/contract.ts";
import { type Passage, ReportDialog } from "#client/features/corrections/index.ts";
import { addMark, getLastStyle } from "#client/features/marks/page/add-mark.ts";
import { MarkRenderer } from "#client/features/marks/page/mark-renderer.ts";
import type { PageSelection } from "#client/features/marks/page/page-selection.ts";
import { usePageHook } from "#client/features/marks/page/use-page-hook.ts";
import type { MarkStore, ShownMark } from "#client/features/marks/store/mark-store.ts";
import { useMarkStore } from "#client/features/marks/store/use-mark-store.ts";
import { useOwnMarks } from "#client/features/marks/store/use-own-marks.ts";
import type { ReaderEngine } from "#client/features/reader/index.ts";
import { BookmarkButton } from "./bookmark-button.tsx";
import { LookedUpWord } from "./looked-up-word.tsx";
import { NoteDialog } from "./note-dialog.tsx";
import { OpenMark } from "./open-mark.tsx";
import { type PassageHandlers, type SelectedPassage, SelectionBar } from "./selection-bar.tsx";
import { useBookmark } from "./use-bookmark.ts";

interface MarksLayerProps extends Omit<PassageHandlers, "onLookUp"> {
  readonly ebook: Ebook;
  readonly engine: ReaderEngine;
  /** Null for guests. */
  readonly userId: UserId | null;
  /** Changes when the page moves. */
  readonly position: string;
  /** Further buttons of an open highlight. */
  readonly renderMarkMore?: (mark: ShownMark, range: Range) => ReactNode;
}

/** Marks on the pages: selection, highlights, notes and bookmarks. */
export function MarksLayer(props: MarksLayerProps) {
  const { ebook, engine, userId, position } = props;
  const { store, marks } = useMarkStore(userId, ebook);
  useOwnMarks(marks);
  const renderer = useMemo(() => new MarkRenderer(engine.hooks), [engine]);
  const [selection, setSelection] = useState<PageSelection | null>(null);
  const [opened, setOpened] = useState<MarkId | null>(null);
  const [edited, setEdited] = useState<MarkId | null>(null);
  const [reported, setReported] = useState<Passage | null>(null);
  const [lookedUp, setLookedUp] = useState<SelectedPassage | null>(null);
  useEffect(() => renderer.setMarks(marks), [renderer, marks]);
  useEffect(() => () => renderer.clear(), [renderer]);

  const bookmark = useBookmark({ engine, ebook, store, marks, position });
  const clearSelection = () => {
    selection?.loaded.doc.getSelection()?.removeAllRanges();
    setSelection(null);
  };
  const mark = (style: MarkStyle = getLastStyle()) => {
    const id = store && selection && addMark(store, selection, style, { ...engine, version: ebook.version });
    if (id) clearSelection();
    return id;
  };
  usePageHook(engine, renderer, {
    onSelect: (selected) => {
      setSelection(selected);
      if (selected) setOpened(null);
    },
    onOpen: setOpened,
    isOpen: opened !== null,
    onBookmark: store && bookmark.toggle,
    onHighlight: store && (() => void mark()),
    onUndo: () => store?.undo() ?? false,
    selection,
    clearSelection,
  });

  const openedMark = opened && store?.find(opened);
  const openedRange = opened && renderer.findRange(opened);
  return (
    <>
      {store && <BookmarkButton isOn={bookmark.isOn} onToggle={bookmark.toggle} />}
      {selection && (
        <SelectionBar
          {...props}
          key={selection.range.toString()}
          selection={selection}
          onMark={store && ((style) => void mark(style))}
          onNote={store && (() => setEdited(mark()))}
          onReport={store && setReported}
          onLookUp={setLookedUp}
          onClose={clearSelection}
        />
      )}
      {store && openedMark && openedRange && (
        <OpenMark
          {...props}
          mark={openedMark}
          range={openedRange}
          store={store}
          onEdit={() => setEdited(openedMark.id)}
          onClose={() => setOpened(null)}
        />
      )}
      {store && edited && <EditedNote id={edited} store={store} onClose={() => setEdited(null)} />}
      {lookedUp && (
        <LookedUpWord bookId={ebook.bookId} passage={lookedUp} onClose={() => setLookedUp(null)} />
      )}
      {reported && (
        <ReportDialog bookId={ebook.bookId} passage={reported} onClose={() => setReported(null)} />
      )}
    </>
  );
}

interface EditedNoteProps {
  readonly id: MarkId;
  readonly store: MarkStore;
  readonly onClose: () => void;
}

function EditedNote({ id, store, onClose }: EditedNoteProps) {
  const mark = store.find(id);
  if (!mark) return null;
  return <NoteDialog key={id} mark={mark} onSave={(fields) => store.change(id, fields)} onClose={onClose} />;
}
