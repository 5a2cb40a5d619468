import { useCallback, useRef, useState } from "react";
import type { Passage } from "./report-dialog.tsx";

const selectionDelayMs = 250;

/**
 * The selected passage of the page; null without a selection.
 *
 * @param onOpen also called with each document
 */
export function useSelectedPassage(onOpen: (doc: Document) => void) {
  const [selected, setSelected] = useState<Passage | null>(null);
  const [hasSelected, setHasSelected] = useState(false);
  const owner = useRef<Document>(undefined);
  const onDocument = useCallback(
    (doc: Document) => {
      onOpen(doc);
      let timer: ReturnType<typeof setTimeout> | undefined;
      doc.addEventListener("selectionchange", () => {
        clearTimeout(timer);
        timer = setTimeout(async () => {
          const loaded = await import("./get-passage.ts").catch(() => null);
          const passage = loaded?.getPassage(doc) ?? null;
          if (passage) {
            owner.current = doc;
            setHasSelected(true);
          } else if (owner.current !== doc) {
            // A chapter beside the selected one.
            return;
          }
          setSelected(passage);
        }, selectionDelayMs);
      });
    },
    [onOpen],
  );
  return { selected, hasSelected, onDocument };
}
