import { useEffect, useMemo, useRef, useState } from "react";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import type { SharedMark, SharedMarkId } from "#shared/marks/shared-mark.ts";
import { focusPassageBar } from "#client/features/marks/components/beside-passage.tsx";
import type { ReaderEngine } from "#client/features/reader/index.ts";
import { MarginRenderer } from "./margin-renderer.ts";
import { useMarginVisibility } from "./margin-visibility.ts";
import { type Margin, useMargin } from "./use-margin.ts";

export interface MarginPages {
  readonly margin: Margin;
  readonly renderer: MarginRenderer;
  /** The marks of others that are open beside their passage. */
  readonly opened: readonly SharedMark[];
  readonly open: (marks: readonly SharedMark[]) => void;
}

const noMargin: Margin = { marks: [], communities: [] };

/**
 * Draws the margin of a book into its pages, and opens what is tapped.
 *
 * @param userId null for guests, who see none
 */
export function useMarginPages(bookId: BookId, userId: UserId | null, engine: ReaderEngine): MarginPages {
  const { data: margin = noMargin } = useMargin(bookId, userId !== null);
  const [isShown] = useMarginVisibility(userId, bookId);
  const renderer = useMemo(() => new MarginRenderer(engine.hooks), [engine]);
  const [openedIds, setOpenedIds] = useState<readonly SharedMarkId[]>([]);
  const isOpen = useRef(false);
  isOpen.current = openedIds.length > 0;
  useEffect(() => renderer.setMarks(isShown ? margin.marks : []), [renderer, margin, isShown]);
  useEffect(() => () => renderer.setMarks([]), [renderer]);
  useEffect(() => {
    const openIds = (marks: readonly SharedMark[]) => setOpenedIds(marks.map(({ id }) => id));
    return engine.hooks.add({
      onDocument: (loaded) => renderer.render(loaded),
      onTap: ({ click }) => {
        const doc = (click?.target as Element | null)?.ownerDocument;
        const found = doc && click ? renderer.findAt(doc, click.clientX, click.clientY) : [];
        if (found.length === 0 && !isOpen.current) return false;
        openIds(found);
        return true;
      },
      onKey: ({ key }) => {
        if (!isOpen.current) return false;
        if (key === "Enter") return focusPassageBar();
        if (key !== "Escape") return false;
        openIds([]);
        return true;
      },
    });
  }, [engine, renderer]);
  return {
    margin,
    renderer,
    opened: margin.marks.filter(({ id }) => openedIds.includes(id)),
    open: (marks) => setOpenedIds(marks.map(({ id }) => id)),
  };
}
