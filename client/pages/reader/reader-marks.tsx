import { Suspense, useSyncExternalStore } from "react";
import type { Ebook } from "#shared/reader/contract.ts";
import { MarksLayer } from "#client/features/marks/index.ts";
import { useMarginPages } from "#client/features/marks/margin/use-margin-pages.ts";
import type { BookAudio } from "#client/features/read-along/use-book-audio.ts";
import type { ReaderEngine } from "#client/features/reader/index.ts";
import type { ReaderHandle } from "#client/features/reader/reader.tsx";
import type { PageSpeech } from "#client/features/text-to-speech/use-page-speech.ts";
import { useUser } from "#client/lib/api/session.ts";
import { loadMessages } from "#client/lib/i18n/i18n.ts";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";
import { useListenFrom } from "./use-listen-from.ts";

const MarginCard = lazyOverlay(async () => {
  await loadMessages("margin", "moderation", "people");
  return (await import("#client/features/marks/margin/margin-card.tsx")).MarginCard;
});
const MarkMarginActions = lazyOverlay(async () => {
  await loadMessages("margin");
  return (await import("#client/features/marks/margin/mark-margin-actions.tsx")).MarkMarginActions;
});

interface ReaderMarksProps {
  readonly ebook: Ebook;
  readonly engine: ReaderEngine;
  readonly handle: ReaderHandle;
  readonly bookAudio: BookAudio;
  readonly speech: PageSpeech;
}

/** The marks of the open book. */
export function ReaderMarks({ ebook, engine, handle, bookAudio, speech }: ReaderMarksProps) {
  const user = useUser();
  const position = usePosition(engine);
  const listenFrom = useListenFrom(bookAudio, speech);
  const pages = useMarginPages(ebook.bookId, user?.id ?? null, engine);
  const { margin, renderer, opened, open } = pages;
  return (
    <>
      <MarksLayer
        ebook={ebook}
        engine={engine}
        userId={user?.id ?? null}
        position={position}
        onSearch={handle.search}
        onListen={listenFrom}
        renderMarkMore={(mark, range) =>
          margin.communities.length > 0 && (
            <Suspense>
              <MarkMarginActions mark={mark} others={renderer.findIn(range)} onOpen={open} />
            </Suspense>
          )
        }
      />
      <Suspense>{opened.length > 0 && <MarginCard pages={pages} position={position} />}</Suspense>
    </>
  );
}

const getPosition = ({ location }: ReaderEngine) => `${location?.cfi} ${location?.fraction}`;

const usePosition = (engine: ReaderEngine) =>
  useSyncExternalStore(
    (listener) => engine.onMove(listener),
    () => getPosition(engine),
  );
