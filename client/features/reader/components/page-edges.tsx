import type { Location } from "#client/features/reader/engine/position/location.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { formatProgress } from "./format-progress.ts";

interface PageEdgesProps {
  readonly title: string;
  readonly location: Location | null;
  readonly readingSpeed: number;
}

export function PageEdges({ title, location, readingSpeed }: PageEdgesProps) {
  if (!location || location.isFixed || location.notice) return null;
  const progress = formatProgress(location, readingSpeed);
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0 text-badge text-muted">
      {/* Fades out scrolled text behind the bars. */}
      <p
        dir="auto"
        className="absolute inset-x-0 top-0 truncate bg-linear-to-b from-70% from-paper to-transparent px-6 pt-[calc(env(safe-area-inset-top)+1rem)] pb-3 text-center"
      >
        {progress.chapter || title}
      </p>
      <p className="absolute inset-x-0 bottom-0 truncate bg-linear-to-t from-70% from-paper to-transparent px-6 pt-3 pb-[calc(env(safe-area-inset-bottom)+1rem)] text-center tabular-nums">
        {progress.left
          ? t("reader.edge", { percent: progress.percent, left: progress.left })
          : progress.percent}
      </p>
    </div>
  );
}
