import { useQuery } from "@tanstack/react-query";
import { AudioLines, BookOpenText, MousePointerClick } from "lucide-react";
import { useEffect, useState } from "react";
import { booksContract } from "#shared/books/contract.ts";
import { preferBooksIn } from "#shared/books/language.ts";
import { usePlayer, usePlayerState } from "#client/features/player/use-player.ts";
import { query } from "#client/lib/api/query.ts";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { getPageLanguage } from "#client/lib/i18n/page-language.ts";
import { EmptyState, QueryState } from "#client/ui/feedback/query-state.tsx";
import { Spinner } from "#client/ui/feedback/spinner.tsx";
import { Button, ButtonLink } from "#client/ui/forms/button.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { ReaderScreen } from "./reader-screen.tsx";

/** `/whisper-sync-demo`: read-along with a book that is free for everyone. */
export function WhisperSyncPage() {
  const demoBook = useQuery(query(booksContract.findDemoBook, { query: preferBooksIn(getPageLanguage()) }));
  usePageTitle(t("readAlong.demoTitle"));
  const play = usePlayWhenReady();
  if (demoBook.data) {
    return (
      <ReaderScreen
        bookId={demoBook.data.id}
        showsPlayer
        title={t("readAlong.demoTitle")}
        welcome={(onBegin) => <Welcome onBegin={onBegin} onPlay={play} />}
      />
    );
  }
  return (
    <main className="grid min-h-dvh place-items-center bg-paper p-4">
      <h1 className="sr-only">{t("readAlong.demoTitle")}</h1>
      <div className="w-full max-w-md">
        <QueryState query={demoBook} loading={<Spinner />} errorTitle={t("readAlong.demoFailed")}>
          {() => (
            <EmptyState
              title={t("readAlong.noDemo")}
              hint={t("readAlong.noDemoHint")}
              action={<ButtonLink to="/browse">{t("readAlong.browse")}</ButtonLink>}
            />
          )}
        </QueryState>
      </div>
    </main>
  );
}

/** Plays the loaded book, or the one being loaded. */
function usePlayWhenReady(): () => void {
  const { engine } = usePlayer();
  const isLoaded = usePlayerState(({ playlist }) => playlist !== null);
  const [isRequested, setRequested] = useState(false);
  useEffect(() => {
    if (!isRequested || !isLoaded) return;
    setRequested(false);
    engine.play();
  }, [isRequested, isLoaded, engine]);
  return () => setRequested(true);
}

const points = [
  { icon: AudioLines, text: "readAlong.demoHighlight" },
  { icon: MousePointerClick, text: "readAlong.demoClick" },
  { icon: BookOpenText, text: "readAlong.demoTurn" },
] as const;

function Welcome({ onBegin, onPlay }: { readonly onBegin: () => void; readonly onPlay: () => void }) {
  return (
    <Dialog isOpen title={t("readAlong.demoTitle")} onClose={onBegin}>
      <p>{t("readAlong.demoText")}</p>
      <ul className="flex flex-col gap-3">
        {points.map(({ icon: Icon, text }) => (
          <li key={text} className="flex items-start gap-3">
            <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-primary" />
            <span>{t(text)}</span>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 pt-2">
        <Button
          // Focuses the main button when the dialog opens.
          autoFocus
          onClick={() => {
            onBegin();
            onPlay();
          }}
        >
          {t("readAlong.demoPlay")}
        </Button>
        <Button tone="quiet" onClick={onBegin}>
          {t("readAlong.demoRead")}
        </Button>
      </div>
    </Dialog>
  );
}
