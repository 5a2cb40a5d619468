import { BookAudio, Headphones } from "lucide-react";
import { type ComponentType, type ReactNode, Suspense, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { Ebook } from "#shared/reader/contract.ts";
import { useBookAudio } from "#client/features/read-along/use-book-audio.ts";
import { getRequestedPosition } from "#client/features/reader/chapter-url.ts";
import { ReaderSkeleton } from "#client/features/reader/components/reader-skeleton.tsx";
import { isReadersMove } from "#client/features/reader/engine/position/relocate-reason.ts";
import { useReaderSettings } from "#client/features/reader/hooks/use-reader-settings.ts";
import { getReadAlongMode, type InitialPosition } from "#client/features/reader/initial-position.ts";
import { Reader, type ReaderHandle } from "#client/features/reader/reader.tsx";
import { getScript } from "#client/features/reader/settings/settings.ts";
import { useReadingStats } from "#client/features/reading-activity/use-reading-stats.ts";
import { type PageSpeech, usePageSpeech } from "#client/features/text-to-speech/use-page-speech.ts";
import { loadMessages, type MessageNamespace, t } from "#client/lib/i18n/i18n.ts";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";

async function withMessages<Chunk>(chunk: Promise<Chunk>, ...areas: MessageNamespace[]): Promise<Chunk> {
  const [loaded] = await Promise.all([chunk, loadMessages(...areas)]);
  return loaded;
}

function wrapInSuspense<Props extends object>(Part: ComponentType<Props>): ComponentType<Props> {
  return (props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  );
}

const ReadAlongLayer = lazyOverlay(
  async () =>
    (await withMessages(import("#client/features/read-along/components/read-along-layer.tsx"), "readAlong"))
      .ReadAlongLayer,
);
const SpeechLayer = lazyOverlay(
  async () =>
    (
      await withMessages(
        import("#client/features/text-to-speech/components/speech-layer.tsx"),
        "textToSpeech",
        "readAlong",
        "player",
      )
    ).SpeechLayer,
);
const Notices = lazyOverlay(
  async () => (await import("#client/features/reader/components/reader-notices.tsx")).ReaderNotices,
);
const loadBookEnd = async () =>
  (await withMessages(import("./book-end.tsx"), "readerPanels", "library", "challenge")).BookEnd;
const BookEnd = wrapInSuspense(lazyOverlay(loadBookEnd));
const MoreSettings = wrapInSuspense(
  lazyOverlay(
    async () =>
      (await withMessages(import("./more-settings.tsx"), "corrections", "offline", "player")).MoreSettings,
  ),
);
const MarksLayer = lazyOverlay(
  async () =>
    (await withMessages(import("./reader-marks.tsx"), "marks", "corrections", "richText")).ReaderMarks,
);
const NotebookPanel = lazyOverlay(
  async () =>
    (await withMessages(import("./notebook-panel.tsx"), "notebook", "marks", "richText")).NotebookPanel,
);
const ResyncBar = lazyOverlay(async () => (await import("./resync-bar.tsx")).ResyncBar);

export interface OpenReaderProps {
  readonly ebook: Ebook;
  readonly isSignedIn: boolean;
  readonly opening: InitialPosition;
  readonly showsPlayer: boolean;
  /** Shown until the reader begins. */
  readonly welcome?: ((begin: () => void) => ReactNode) | undefined;
  readonly reloadBook: () => Promise<void>;
}

export function OpenReader(props: OpenReaderProps) {
  const { ebook, isSignedIn, opening: initialPosition, showsPlayer, welcome, reloadBook } = props;
  const { bookId } = ebook;
  const control = useReaderSettings(bookId, getScript(ebook.language), isSignedIn);
  const readingStats = useReadingStats(bookId, ebook.wordCount);
  const leaveRequestedPosition = useLeaveRequestedPosition();
  const bookAudio = useBookAudio(ebook, showsPlayer);
  const { readAlong } = bookAudio;
  const speech = usePageSpeech(ebook);
  const listen = withSpeechClosed(bookAudio.listen, speech);
  const [isWelcomed, setWelcomed] = useState(welcome === undefined);

  return (
    <main>
      <AudioLayers {...props} bookAudio={bookAudio} control={control} speech={speech} />
      {control.isReady ? (
        <Reader
          ebook={ebook}
          control={control}
          reloadBook={reloadBook}
          start={initialPosition.target}
          closeUrl={`/book/${bookId}`}
          onPage={(location, cause) => {
            readingStats.onPage(location, cause);
            void loadBookEnd().catch(() => {});
            if (!location.notice && isReadersMove(cause)) leaveRequestedPosition();
          }}
          onDocument={readingStats.onDocument}
          onReadAloud={speech.toggle}
          extension={speech.extension ?? readAlong?.extension ?? null}
          renderTools={() => <ListeningTools onListen={readAlong?.isOn ? null : listen} speech={speech} />}
          renderNotices={(handle) => (
            <PageNotices {...props} bookAudio={bookAudio} speech={speech} handle={handle} />
          )}
          renderSettings={({ engine }) => (
            <MoreSettings
              ebook={ebook}
              onReadAloud={listen && !readAlong?.isOn ? speech.toggle : null}
              hasSyncOffset={readAlong?.isOn ?? false}
              report={isSignedIn ? { bookId, sentence: engine?.location?.sentence ?? null } : null}
            />
          )}
          renderNotebook={isSignedIn ? (panel) => <NotebookPanel ebook={ebook} {...panel} /> : undefined}
          renderEnd={(lastPage) => <BookEnd ebook={ebook} isSignedIn={isSignedIn} lastPage={lastPage} />}
        />
      ) : (
        <ReaderSkeleton />
      )}
      {!isWelcomed && welcome?.(() => setWelcomed(true))}
    </main>
  );
}

interface AudioLayersProps extends Pick<OpenReaderProps, "ebook" | "opening"> {
  readonly bookAudio: ReturnType<typeof useBookAudio>;
  readonly control: ReturnType<typeof useReaderSettings>;
  readonly speech: PageSpeech;
}

/** The recording and text-to-speech, each while it is on. */
function AudioLayers({ ebook, opening, bookAudio, control, speech }: AudioLayersProps) {
  const { search } = useLocation();
  return (
    <Suspense>
      {bookAudio.isEnabled && (
        <ReadAlongLayer
          ebook={ebook}
          mode={getReadAlongMode(opening, getRequestedPosition(search) !== null)}
          {...bookAudio}
        />
      )}
      {speech.isOn && (
        <SpeechLayer ebook={ebook} control={control} speech={speech} onLoadError={speech.close} />
      )}
    </Suspense>
  );
}

function withSpeechClosed(listen: (() => void) | null, speech: PageSpeech): (() => void) | null {
  if (!listen) return null;
  return () => {
    speech.close();
    listen();
  };
}

interface PageNoticesProps extends Pick<OpenReaderProps, "ebook" | "opening"> {
  readonly bookAudio: ReturnType<typeof useBookAudio>;
  readonly speech: PageSpeech;
  readonly handle: ReaderHandle;
}

/** Bars above the bottom of the page. */
function PageNotices({ ebook, bookAudio, opening, speech, handle }: PageNoticesProps) {
  const { bookId } = ebook;
  const { readAlong } = bookAudio;
  return (
    <Suspense>
      {(speech.open || readAlong?.sync) && (
        <ResyncBar ebook={ebook} bookAudio={bookAudio} speech={speech.open} />
      )}
      {handle.engine && (
        <MarksLayer
          ebook={ebook}
          engine={handle.engine}
          handle={handle}
          bookAudio={bookAudio}
          speech={speech}
        />
      )}
      <Notices bookId={bookId} opening={opening} onGo={handle.goTo} isPlaying={readAlong?.isOn ?? false} />
    </Suspense>
  );
}

interface ListeningToolsProps {
  /** Null when the recording is already shown or does not exist. */
  readonly onListen: (() => void) | null;
  readonly speech: PageSpeech;
}

/** Listening options: the recording and text-to-speech. */
function ListeningTools({ onListen, speech: { isOn, toggle } }: ListeningToolsProps) {
  return (
    <>
      {onListen && (
        <IconButton icon={<Headphones aria-hidden />} label={t("reader.listenHere")} onClick={onListen} />
      )}
      {toggle && (
        <IconButton
          icon={<BookAudio aria-hidden />}
          label={t("reader.readAloud")}
          aria-keyshortcuts="R"
          aria-pressed={isOn}
          onClick={toggle}
          className={onListen ? "max-sm:hidden" : ""}
        />
      )}
    </>
  );
}

function useLeaveRequestedPosition(): () => void {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  return () => {
    if (getRequestedPosition(search) !== null) void navigate(pathname, { replace: true, state });
  };
}
