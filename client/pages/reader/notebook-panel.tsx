import { Suspense } from "react";
import { isTextAnchor, type Mark } from "#shared/marks/mark.ts";
import type { Ebook } from "#shared/reader/contract.ts";
import { useMargin } from "#client/features/marks/margin/use-margin.ts";
import { BookNotebook } from "#client/features/notebook/book-notebook.tsx";
import { Panel, type Target } from "#client/features/reader/index.ts";
import { useUser } from "#client/lib/api/session.ts";
import { loadMessages, t } from "#client/lib/i18n/i18n.ts";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";

const NotebookTabs = lazyOverlay(async () => {
  await loadMessages("margin", "moderation", "people");
  return (await import("./notebook-tabs.tsx")).NotebookTabs;
});
const MarkMarginActions = lazyOverlay(async () => {
  await loadMessages("margin");
  return (await import("#client/features/marks/margin/mark-margin-actions.tsx")).MarkMarginActions;
});

interface NotebookPanelProps {
  readonly ebook: Ebook;
  readonly goTo: (target: Target) => void;
  readonly close: () => void;
}

/** The marks of the open book, and what the reader's communities share in it. */
export function NotebookPanel({ ebook: { bookId, version }, goTo, close }: NotebookPanelProps) {
  const user = useUser();
  const { data: margin } = useMargin(bookId, user !== null);
  const jump = ({ anchor }: Pick<Mark, "anchor">) => {
    if (!isTextAnchor(anchor)) return goTo({ fraction: anchor.fraction });
    const { sentence, offset } = anchor.start;
    goTo({ sentence, part: { start: offset, end: offset + 1 } });
  };
  const hasMargin = (margin?.communities.length ?? 0) > 0;
  const own = user && (
    <BookNotebook
      userId={user.id}
      bookId={bookId}
      version={version}
      filters={{}}
      onJump={jump}
      {...(hasMargin && {
        renderMarkMore: (mark) => (
          <Suspense>
            <MarkMarginActions mark={mark} />
          </Suspense>
        ),
      })}
    />
  );
  return (
    <Panel title={t("notebook.title")} side="start" onClose={close}>
      <div className="p-4">
        {hasMargin && user ? (
          <Suspense fallback={own}>
            <NotebookTabs userId={user.id} bookId={bookId} own={own} onJump={jump} />
          </Suspense>
        ) : (
          own
        )}
      </div>
    </Panel>
  );
}
