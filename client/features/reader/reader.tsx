import { type ReactNode, Suspense, useRef } from "react";
import type { Ebook } from "#shared/reader/contract.ts";
import { lazyComponent } from "#client/lib/hooks/lazy-page.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { IndeterminateProgress } from "#client/ui/feedback/indeterminate-progress.tsx";
import { ErrorState } from "#client/ui/feedback/query-state.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { Announcer } from "./components/announcer.tsx";
import { BottomBar } from "./components/bottom-bar.tsx";
import { MessageCard } from "./components/message-card.tsx";
import { PageEdges } from "./components/page-edges.tsx";
import { EndCard, JumpBackToast, PageTools, Panels, type RenderNotebook } from "./components/panels.tsx";
import { ReaderSkeleton } from "./components/reader-skeleton.tsx";
import { TopBar } from "./components/top-bar.tsx";
import type { ReaderEngine } from "./engine/engine.ts";
import type { Location } from "./engine/position/location.ts";
import type { Cause } from "./engine/position/relocate-reason.ts";
import type { Target } from "./engine/position/resolve-target.ts";
import { NoPageError } from "./hooks/use-engine.ts";
import type { JumpHistory } from "./hooks/use-jump-history.ts";
import { isMissing, useMissingBook } from "./hooks/use-missing-book.ts";
import { type ReaderController, useReader } from "./hooks/use-reader.ts";
import type { SettingsControl } from "./hooks/use-reader-settings.ts";
import type { ReaderExtension } from "./reader-extension.ts";
import { barHeight } from "./settings/layout.ts";

const TapZoneHint = lazyComponent(async () => (await import("./components/tap-zone-hint.tsx")).TapZoneHint);

export interface ReaderHandle {
  readonly goTo: (target: Target) => void;
  /** Opens the search panel with the results of a text. */
  readonly search: (text: string) => void;
  /** Null until the book is open. */
  readonly engine: ReaderEngine | null;
}

export interface ReaderProps {
  readonly ebook: Ebook;
  readonly start: Target;
  readonly closeUrl: string;
  readonly control: SettingsControl;
  readonly onPage?: (location: Location, cause: Cause) => void;
  readonly onDocument?: (doc: Document) => void;
  readonly reloadBook: () => Promise<void>;
  /** Null when the book is not read aloud. */
  readonly onReadAloud: (() => void) | null;
  readonly renderNotices: (handle: ReaderHandle) => ReactNode;
  /** @param lastPage a button that returns to the text */
  readonly renderEnd: (lastPage: ReactNode) => ReactNode;
  /** Null without an extension. */
  readonly extension?: ReaderExtension | null;
  /** Additional tools before the reader's own. */
  readonly renderTools?: (handle: ReaderHandle) => ReactNode;
  /** The panel with the reader's marks; absent for guests. */
  readonly renderNotebook?: RenderNotebook | undefined;
  /** Additional settings below the reader's own. */
  readonly renderSettings?: (handle: ReaderHandle) => ReactNode;
}

/** The ebook reader with its bars and panels. */
export function Reader(props: ReaderProps) {
  const { ebook, closeUrl, control, renderNotices } = props;
  const host = useRef<HTMLDivElement>(null);
  const reader = useReader(props, host);
  const { engine, location, controls, fullScreen, setPanel, jumpHistory: history, readingSpeed } = reader;
  // A fixed page has no margins for the bars, so it makes room for them.
  const areBarsOverPage = controls.isVisible && location?.isFixed === true;
  const isCardShown = reader.isPastEnd || location?.notice === "failed";
  const isReloadingBook = useMissingBook(isMissing(location, reader.failure), props.reloadBook);
  const goToNextPage = () => void engine?.next();
  const goToPreviousPage = () => (reader.isPastEnd ? reader.leavePastEnd() : void engine?.prev());
  const search = (text: string) => {
    reader.requestSearch({ text });
    setPanel("search");
  };
  const handle: ReaderHandle = { goTo: (target) => void history.jump(target), search, engine };

  return (
    <div className="fixed inset-x-0 px-safe top-0 bottom-[calc(var(--player-height,0px)+var(--speech-height,0px))] overflow-hidden bg-paper text-ink">
      <div className="relative size-full overflow-hidden">
        <TopBar
          title={ebook.title}
          chapter={location?.chapter?.label ?? ebook.author}
          returnTo={closeUrl}
          isVisible={controls.isVisible || !location}
          fullScreen={fullScreen}
          hasNotebook={props.renderNotebook !== undefined}
          onOpen={setPanel}
        >
          {props.renderTools?.(handle)}
        </TopBar>
        <section
          aria-label={t("reader.text")}
          data-sentence={location?.sentence}
          className="absolute inset-0 pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)]"
        >
          <div
            ref={host}
            className="peer relative size-full"
            style={areBarsOverPage ? { height: `calc(100% - ${2 * barHeight}px)`, top: barHeight } : {}}
          />
          <IndeterminateProgress className="absolute top-0 z-10 hidden peer-aria-busy:block" delayMs={400} />
          <PageEdges title={ebook.title} location={location} readingSpeed={readingSpeed} />
          {!isCardShown && <PageOverlays props={props} reader={reader} />}
          {isReloadingBook ? <CheckingBook /> : <PageStates reader={reader} end={props.renderEnd} />}
        </section>
        {/* Always above the bottom bar: an approaching pointer shows the bar and must not move a button away. */}
        <div className="pointer-events-none absolute inset-x-3 bottom-[calc(7rem+env(safe-area-inset-bottom))] z-10 flex flex-col items-center gap-2">
          {location && !isCardShown && renderNotices(handle)}
        </div>
        {/* In the margin below the text, so that it covers none. */}
        <div className="pointer-events-none absolute inset-x-3 bottom-[calc(0.25rem+env(safe-area-inset-bottom))] z-30 flex justify-center">
          {!isCardShown && !controls.isVisible && history.origin && (
            <Suspense>
              <JumpBackToast history={history} />
            </Suspense>
          )}
        </div>
        {engine && location && (
          <BottomBar
            location={location}
            structure={engine.structure}
            readingSpeed={readingSpeed}
            isVisible={controls.isVisible}
            isRightToLeft={engine.isRightToLeft}
            history={history}
            onGoTo={() => setPanel("goTo")}
            onGo={(fraction) => void history.jump({ fraction })}
            onLeft={() => (engine.isRightToLeft ? goToNextPage() : goToPreviousPage())}
            onRight={() => (engine.isRightToLeft ? goToPreviousPage() : goToNextPage())}
          />
        )}
        <Panels
          reader={reader}
          ebook={ebook}
          control={control}
          moreSettings={props.renderSettings?.(handle)}
          hasExtension={props.extension != null}
          renderNotebook={props.renderNotebook}
        />
        <Announcer location={reader.announced} />
      </div>
    </div>
  );
}

interface PageOverlaysProps {
  readonly props: ReaderProps;
  readonly reader: ReaderController;
}

function PageOverlays({ props, reader }: PageOverlaysProps) {
  const { control, ebook } = props;
  const { engine, location, controls, jumpHistory } = reader;
  if (!engine || !location) return null;
  return (
    <Suspense>
      {isHintShown(props, location, jumpHistory) && (
        <TapZoneHint
          page={location.cfi}
          areBarsShown={controls.isVisible}
          isRightToLeft={engine.isRightToLeft}
          hooks={engine.hooks}
          onSeen={() => control.change({ knowsTapZones: true }, "everywhere")}
        />
      )}
      <PageTools
        ebook={ebook}
        reader={reader}
        engine={engine}
        location={location}
        settings={control.settings}
      />
    </Suspense>
  );
}

/** The hint would darken a sentence that the reader came for. */
function isHintShown(
  { start, control }: ReaderProps,
  { notice }: Location,
  { origin }: JumpHistory,
): boolean {
  return !notice && !control.stored.everywhere.knowsTapZones && !("sentence" in start) && origin === null;
}

function CheckingBook() {
  return (
    <div className="absolute inset-0 z-10 bg-paper">
      <ReaderSkeleton />
    </div>
  );
}

function PageStates({
  reader,
  end,
}: {
  readonly reader: ReaderController;
  readonly end: ReaderProps["renderEnd"];
}) {
  const { engine, location, failure, tryAgain, isPastEnd, jumpHistory: history, runCommand } = reader;
  if (failure instanceof NoPageError) {
    return (
      <MessageCard isAlert title={t("reader.failedTitle")} text={t("reader.noPage")}>
        <Button onClick={tryAgain}>{t("common.tryAgain")}</Button>
      </MessageCard>
    );
  }
  if (failure !== null) {
    return (
      <div className="absolute inset-0 z-10 grid place-items-center bg-paper p-4">
        <ErrorState title={t("reader.failedTitle")} error={failure} onRetry={tryAgain} />
      </div>
    );
  }
  if (!location) return <ReaderSkeleton />;
  if (isPastEnd) {
    return (
      <Suspense>
        <EndCard
          isRightToLeft={engine?.isRightToLeft ?? false}
          onReturn={reader.leavePastEnd}
          renderEnd={end}
        />
      </Suspense>
    );
  }
  if (location.notice !== "failed") return null;
  return (
    <MessageCard
      isAlert
      title={t("reader.chapterFailedTitle")}
      text={t(navigator.onLine ? "reader.chapterFailed" : "reader.chapterOffline")}
    >
      <Button onClick={() => void engine?.reload()}>{t("common.tryAgain")}</Button>
      <Button tone="secondary" onClick={() => (history.origin ? history.back() : runCommand("previous"))}>
        {t("reader.lastPage")}
      </Button>
    </MessageCard>
  );
}
