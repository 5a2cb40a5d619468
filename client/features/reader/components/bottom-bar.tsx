import { ChevronLeft, ChevronRight } from "lucide-react";
import { Suspense } from "react";
import type { BookStructure, Location } from "#client/features/reader/engine/position/location.ts";
import type { JumpHistory } from "#client/features/reader/hooks/use-jump-history.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { formatProgress } from "./format-progress.ts";
import { JumpBackButton } from "./panels.tsx";
import { Scrubber } from "./scrubber.tsx";

interface BottomBarProps {
  readonly location: Location;
  readonly structure: BookStructure;
  readonly readingSpeed: number;
  readonly isVisible: boolean;
  readonly isRightToLeft: boolean;
  readonly history: JumpHistory;
  /** Opens the panel for a page or percentage. */
  readonly onGoTo: () => void;
  readonly onGo: (fraction: number) => void;
  readonly onLeft: () => void;
  readonly onRight: () => void;
}

/** As high as the margin below the text, so that it covers no line. */
export function BottomBar(props: BottomBarProps) {
  const {
    location,
    structure,
    readingSpeed,
    isVisible,
    isRightToLeft,
    history,
    onGoTo,
    onGo,
    onLeft,
    onRight,
  } = props;
  const [left, right] = isRightToLeft
    ? (["reader.nextPage", "reader.previousPage"] as const)
    : (["reader.previousPage", "reader.nextPage"] as const);
  const isLeftDisabled = isRightToLeft ? false : location.isAtStart;
  const isRightDisabled = isRightToLeft ? location.isAtStart : false;
  const progress = formatProgress(location, readingSpeed);

  return (
    <section
      aria-label={t("reader.progress")}
      className={`absolute inset-x-0 bottom-0 z-20 border-line border-t bg-surface px-1 transition duration-200 ease-out has-focus-visible:translate-y-0 has-focus-visible:opacity-100 motion-reduce:transition-none sm:px-3 pb-[env(safe-area-inset-bottom)] ${isVisible ? "" : "translate-y-full opacity-0"}`}
    >
      <div dir="ltr" className="flex h-14 items-center gap-1">
        <IconButton
          icon={<ChevronLeft aria-hidden />}
          label={t(left)}
          onClick={onLeft}
          disabled={isLeftDisabled}
        />
        <button
          type="button"
          aria-label={t("reader.goToFrom", { percent: progress.percent })}
          aria-keyshortcuts="G"
          onClick={onGoTo}
          className="min-h-11 shrink-0 rounded-control px-2 font-medium text-small tabular-nums underline focus-visible:outline-2 focus-visible:outline-accent"
        >
          {progress.percent}
        </button>
        {isVisible && history.origin && (
          <Suspense>
            <JumpBackButton history={history} />
          </Suspense>
        )}
        <Scrubber
          fraction={location.fraction}
          structure={structure}
          isRightToLeft={isRightToLeft}
          onGo={onGo}
        />
        <p dir="auto" className="max-w-sm px-2 text-muted text-small leading-tight max-sm:hidden">
          {progress.chapter && <bdi className="block truncate">{progress.chapter}</bdi>}
          {progress.left}
        </p>
        <IconButton
          icon={<ChevronRight aria-hidden />}
          label={t(right)}
          onClick={onRight}
          disabled={isRightDisabled}
        />
      </div>
    </section>
  );
}
