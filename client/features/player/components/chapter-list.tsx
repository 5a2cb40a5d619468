import { clsx } from "clsx";
import { AudioLines, Lock } from "lucide-react";
import { useEffect, useRef } from "react";
import type { Chapter } from "#shared/player/contract.ts";
import { getDuration } from "#client/features/player/engine/timeline.ts";
import { getChapterLabel, getChapterTitle } from "#client/features/player/engine/track.ts";
import { formatClockTime } from "#client/features/player/format-time.ts";
import { usePlayer, usePlayerState } from "#client/features/player/use-player.ts";
import { useShownChapters } from "#client/features/player/use-shown-chapters.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";

export function ChapterList() {
  const { engine } = usePlayer();
  const chapters = usePlayerState((state) => state.playlist?.chapters);
  const current = usePlayerState((state) => state.chapterIndex);
  const { from, to, showEarlier, showMore } = useShownChapters(chapters?.length ?? 0, current);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <>
      {showEarlier && (
        <Button size="small" tone="quiet" onClick={showEarlier}>
          {t("player.earlierChapters")}
        </Button>
      )}
      <ol ref={list} aria-label={t("player.chapters")} className="flex flex-col">
        {chapters?.slice(from, to).map((chapter, n) => (
          <li key={chapter.chapterNumber}>
            <ChapterRow
              chapter={chapter}
              isCurrent={from + n === current}
              onChoose={() => {
                engine.goTo(from + n);
                if (!engine.getState().isPlaying) engine.play();
              }}
            />
          </li>
        ))}
      </ol>
      {showMore && (
        <Button size="small" tone="quiet" onClick={showMore}>
          {t("player.moreChapters")}
        </Button>
      )}
    </>
  );
}

interface ChapterRowProps {
  readonly chapter: Chapter;
  readonly isCurrent: boolean;
  readonly onChoose: () => void;
}

function ChapterRow({ chapter, isCurrent, onChoose }: ChapterRowProps) {
  const title = getChapterTitle(chapter);
  return (
    <button
      type="button"
      aria-current={isCurrent || undefined}
      disabled={chapter.isLocked}
      onClick={onChoose}
      className={clsx(
        "flex min-h-11 w-full items-center gap-3 rounded-control px-3 py-2 text-start text-small hover:bg-primary/10 disabled:opacity-60",
        isCurrent && "font-semibold text-primary",
      )}
    >
      <span dir="auto" className="min-w-0 flex-1">
        <span className="block truncate">{title ?? getChapterLabel(chapter)}</span>
        {title && (
          <span className="block truncate font-normal text-badge text-muted">{getChapterLabel(chapter)}</span>
        )}
      </span>
      {isCurrent && (
        <>
          <AudioLines aria-hidden className="size-4 shrink-0" />
          <span className="sr-only">{t("player.chapterNow")}</span>
        </>
      )}
      {chapter.isLocked && (
        <>
          <Lock aria-hidden className="size-4 shrink-0" />
          <span className="sr-only">{t("player.chapterLocked")}</span>
        </>
      )}
      <span className="text-badge text-muted tabular-nums">{formatClockTime(getDuration(chapter))}</span>
    </button>
  );
}
