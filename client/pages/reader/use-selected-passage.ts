import { useCallback, useRef, useState } from "react";
import type { Passage } from "#client/features/corrections/report-dialog.tsx";

const settleMs = 250;

/**
 * The selected passage of the page; null without a selection.
 *
 * @param onOpen also called with each document
 */
export function useSelectedPassage(onOpen: (doc: Document) => void) {
  const [selected, setSelected] = useState<Passage | null>(null);
  const [hasSelected, setHasSelected] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const onDocument = useCallback(
    (doc: Document) => {
      onOpen(doc);
      doc.addEventListener("selectionchange", () => {
        clearTimeout(timer.current);
        timer.current = setTimeout(async () => {
          const passage = (await import("./passage-of.ts")).passageOf(doc);
          setSelected(passage);
          if (passage) setHasSelected(true);
        }, settleMs);
      });
    },
    [onOpen],
  );
  return { selected, hasSelected, onDocument };
}
