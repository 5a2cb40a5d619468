import { Suspense } from "react";
import { NotebookView } from "#client/features/notebook/notebook-view.tsx";
import { loadMessages } from "#client/lib/i18n/i18n.ts";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";

const MarkMarginActions = lazyOverlay(async () => {
  await loadMessages("margin");
  return (await import("#client/features/marks/margin/mark-margin-actions.tsx")).MarkMarginActions;
});

/** The marks of all books, which can be shared with communities. */
export const LibraryNotebook = () => (
  <NotebookView
    renderShare={(mark) => (
      <Suspense>
        <MarkMarginActions mark={mark} />
      </Suspense>
    )}
  />
);
