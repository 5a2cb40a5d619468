import { useEffect, useState } from "react";
import type { Location } from "#client/features/reader/engine/position/location.ts";
import { getPercent } from "#client/features/reader/progress.ts";
import { t } from "#client/lib/i18n/i18n.ts";

/** Delay in milliseconds, so that fast page turns are not announced one by one. */
const announceDelayMs = 500;

/** Announces the page to screen readers. */
export function Announcer({ location }: { readonly location: Location | null }) {
  const [text, setText] = useState("");
  const next = location ? getAnnouncement(location) : "";

  useEffect(() => {
    const timer = setTimeout(() => setText(next), announceDelayMs);
    return () => clearTimeout(timer);
  }, [next]);

  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}

function getAnnouncement({ fraction, chapter, pagesLeftInChapter, notice }: Location): string {
  if (notice) return "";
  const percent = getPercent(fraction);
  return chapter
    ? t("reader.announcement", { chapter: chapter.label, percent, pages: pagesLeftInChapter })
    : t("reader.percent", { percent });
}
