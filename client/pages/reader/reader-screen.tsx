import { useQuery } from "@tanstack/react-query";
import { BookAudio, Headphones } from "lucide-react";
import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { BookId } from "#shared/books/book.ts";
import type { Ebook } from "#shared/reader/contract.ts";
import { readerContract } from "#shared/reader/contract.ts";
import { getPositionTracker } from "#client/features/positions/position-tracker.ts";
import { usePosition } from "#client/features/positions/use-position.ts";
import { ReaderSkeleton } from "#client/features/reader/components/reader-skeleton.tsx";
import { useReaderSettings } from "#client/features/reader/hooks/use-reader-settings.ts";
import { Reader, type ReaderHandle } from "#client/features/reader/reader.tsx";
import { getScript } from "#client/features/reader/settings/settings.ts";
import { useReadingStats } from "#client/features/reading-activity/use-reading-stats.ts";
import { retryWhileOffline } from "#client/lib/api/connection.ts";
import { getErrorStatus } from "#client/lib/api/error-message.ts";
import { query } from "#client/lib/api/query.ts";
import { sessionQuery, useSession } from "#client/lib/api/session.ts";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { loadMessages, type MessageNamespace, t } from "#client/lib/i18n/i18n.ts";
import { getRequestedChapter } from "#client/lib/urls/chapter-url.ts";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";
import {
  getInitialPosition,
  getOpeningPosition,
  getReadAlongMode,
  type InitialPosition,
} from "./initial-position.ts";
import { ReaderError } from "./reader-error.tsx";
import { type PageSpeech, usePageSpeech } from "./text-to-speech/use-speech.ts";
import { useBookAudio } from "./use-book-audio.ts";
import { useReportPosition } from "./use-report-position.ts";
import { useSelectedPassage } from "./use-selected-passage.ts";

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
  async () => (await withMessages(import("./read-along/read-along-layer.tsx"), "readAlong")).ReadAlongLayer,
);
const SpeechLayer = lazyOverlay(
  async () =>
    (await withMessages(import("./text-to-speech/speech-layer.tsx"), "textToSpeech", "readAlong", "player"))
      .SpeechLayer,
);
const Notices = lazyOverlay(async () => (await import("./reader-notices.tsx")).ReaderNotices);
const PositionHistory = wrapInSuspense(
  lazyOverlay(async () => (await import("./position-history.tsx")).ReaderPositionHistory),
);
const loadBookEnd = async () => (await withMessages(import("./book-end.tsx"), "bookEnd")).BookEnd;
const BookEnd = wrapInSuspense(lazyOverlay(loadBookEnd));
const MoreSettings = wrapInSuspense(
  lazyOverlay(async () => (await withMessages(import("./more-settings.tsx"), "corrections")).MoreSettings),
);
const SelectionBar = lazyOverlay(
  async () => (await withMessages(import("./selection-bar.tsx"), "corrections")).SelectionBar,
);
const ResyncBar = lazyOverlay(async () => (await import("./resync-bar.tsx")).ResyncBar);

interface ReaderScreenProps {
  readonly bookId: BookId;
  readonly showsPlayer?: boolean;
  /** The page title, if it is not the book's. */
  readonly title?: string;
  readonly welcome?: (begin: () => void) => ReactNode;
}

export function ReaderScreen({ bookId, showsPlayer = false, title, welcome }: ReaderScreenProps) {
  const session = useQuery(sessionQuery);
  const { user, isLoading, isUnreachable } = useSession();
  const ebook = useQuery({
    ...query(readerContract.getEbook, { params: { bookId } }),
    enabled: !isLoading && !isUnreachable,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const position = usePosition(bookId);
  const { search } = useLocation();
  usePageTitle(title ?? ebook.data?.title ?? null);

  const isPositionKnown = user === null || position.isFetchedAfterMount;
  const [opened, setOpened] = useState<Pick<OpenReaderProps, "ebook" | "isSignedIn" | "opening"> | null>(
    null,
  );
  if (
    !opened &&
    !isLoading &&
    !isUnreachable &&
    ebook.data &&
    !ebook.isError &&
    isPositionKnown &&
    !position.isError
  ) {
    const initialPosition = getInitialPosition(bookId, user === null ? null : (position.data ?? null));
    const opening = getOpeningPosition(initialPosition, ebook.data, getRequestedChapter(search));
    setOpened({ ebook: ebook.data, isSignedIn: user !== null, opening });
  }
  const reloadBook = async () => {
    await getPositionTracker().waitUntilSaved();
    const [{ data, error }] = await Promise.all([ebook.refetch(), position.refetch()]);
    const isChanged = error ? getErrorStatus(error) === 404 : data?.version !== opened?.ebook.version;
    if (isChanged) setOpened(null);
  };
  if (opened) {
    const { version } = opened.ebook;
    return (
      <OpenReader
        key={version}
        {...opened}
        showsPlayer={showsPlayer}
        welcome={welcome}
        reloadBook={reloadBook}
      />
    );
  }

  const failed = [session, ebook, position].find(({ isError, isPaused }) => isError || isPaused);
  if (failed) {
    const retry = () => (failed.isPaused ? retryWhileOffline() : void failed.refetch());
    return <ReaderError bookId={bookId} error={failed.error} onRetry={retry} />;
  }
  return (
    <main className="fixed inset-0 bg-paper">
      <ReaderSkeleton />
    </main>
  );
}

interface OpenReaderProps {
  readonly ebook: Ebook;
  readonly isSignedIn: boolean;
  readonly opening: InitialPosition;
  readonly showsPlayer: boolean;
  readonly welcome: ReaderScreenProps["welcome"];
  readonly reloadBook: () => Promise<void>;
}

function OpenReader(props: OpenReaderProps) {
  const { ebook, isSignedIn, opening: initialPosition, showsPlayer, welcome, reloadBook } = props;
  const { bookId } = ebook;
  const control = useReaderSettings(bookId, getScript(ebook.language), isSignedIn);
  const reporter = useReportPosition(ebook);
  const readingStats = useReadingStats(bookId, ebook.wordCount);
  const passage = useSelectedPassage(readingStats.onDocument);
  const leaveRequestedChapter = useLeaveRequestedChapter();
  const { search } = useLocation();
  const bookAudio = useBookAudio(ebook, showsPlayer);
  const { readAlong } = bookAudio;
  const speech = usePageSpeech();
  const listen = withSpeechClosed(bookAudio.listen, speech);
  const [isWelcomed, setWelcomed] = useState(welcome === undefined);
  useEffect(() => void loadBookEnd().catch(() => {}), []);

  return (
    <main>
      <Suspense>
        {bookAudio.isEnabled && (
          <ReadAlongLayer
            ebook={ebook}
            mode={getReadAlongMode(initialPosition, getRequestedChapter(search) !== null)}
            {...bookAudio}
          />
        )}
        {speech.isOn && (
          <SpeechLayer
            {...{ ebook, control, speech }}
            onPosition={reporter.report}
            onLoadError={speech.close}
          />
        )}
      </Suspense>
      {control.isReady ? (
        <Reader
          {...{ ebook, control, reloadBook }}
          start={initialPosition.target}
          closeUrl={`/book/${bookId}`}
          onPosition={(locator, isDeliberate) => {
            // During text-to-speech, only the voice reports the position.
            if (!speech.open?.engine.isActive) reporter.report(locator, isDeliberate);
            leaveRequestedChapter();
          }}
          onPage={readingStats.onPage}
          onDocument={passage.onDocument}
          onReadAloud={speech.toggle}
          extension={speech.extension ?? readAlong?.extension ?? null}
          tools={() => <ListeningTools onListen={readAlong?.isOn ? null : listen} speech={speech} />}
          renderNotices={({ goTo }) => (
            <PageNotices
              {...{ ebook, bookAudio, isSignedIn, opening: initialPosition, last: reporter.last, passage }}
              speech={speech.open}
              onGo={goTo}
            />
          )}
          settings={({ engine }) => (
            <MoreSettings
              onReadAloud={listen && !readAlong?.isOn ? speech.toggle : null}
              hasSyncOffset={readAlong?.isOn ?? false}
              report={isSignedIn ? { bookId, sentence: engine?.location?.sentence ?? null } : null}
            />
          )}
          positionHistory={({ goTo }) => <PositionHistory bookId={bookId} onGo={goTo} />}
          end={(lastPage) => <BookEnd ebook={ebook} isSignedIn={isSignedIn} lastPage={lastPage} />}
        />
      ) : (
        <ReaderSkeleton />
      )}
      {!isWelcomed && welcome?.(() => setWelcomed(true))}
    </main>
  );
}

function withSpeechClosed(listen: (() => void) | null, speech: PageSpeech): (() => void) | null {
  if (!listen) return null;
  return () => {
    speech.close();
    listen();
  };
}

interface PageNoticesProps extends Pick<OpenReaderProps, "ebook" | "isSignedIn" | "opening"> {
  readonly bookAudio: ReturnType<typeof useBookAudio>;
  readonly speech: PageSpeech["open"];
  readonly passage: ReturnType<typeof useSelectedPassage>;
  readonly last: ReturnType<typeof useReportPosition>["last"];
  readonly onGo: ReaderHandle["goTo"];
}

/** Bars above the bottom of the page. */
function PageNotices({
  ebook,
  bookAudio,
  isSignedIn,
  opening,
  speech,
  passage,
  last,
  onGo,
}: PageNoticesProps) {
  const { bookId } = ebook;
  const { readAlong } = bookAudio;
  const { selected, hasSelected } = passage;
  return (
    <Suspense>
      {(speech || readAlong?.sync) && <ResyncBar {...{ ebook, bookAudio, speech }} />}
      {hasSelected && <SelectionBar {...{ bookId, selected, isSignedIn }} />}
      <Notices {...{ bookId, opening, last, onGo }} isPlaying={readAlong?.isOn ?? false} />
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
      <IconButton
        icon={<BookAudio aria-hidden />}
        label={t("reader.readAloud")}
        aria-keyshortcuts="R"
        aria-pressed={isOn}
        onClick={toggle}
        className={onListen ? "max-sm:hidden" : ""}
      />
    </>
  );
}

function useLeaveRequestedChapter(): () => void {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  return () => {
    if (getRequestedChapter(search) !== null) void navigate(pathname, { replace: true, state });
  };
}
