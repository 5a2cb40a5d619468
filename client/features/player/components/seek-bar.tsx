import { formatClockTime } from "#client/features/player/format-time.ts";
import { usePlayer } from "#client/features/player/use-player.ts";
import { useProgress } from "#client/features/player/use-progress.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Slider } from "#client/ui/forms/slider.tsx";
import { ChapterMarks } from "./chapter-marks.tsx";

/** Seconds that an arrow key moves the slider. */
const keyStep = 5;

export function SeekBar() {
  const { isWholeBook, time, duration, rate, seek } = useProgress();
  const { settings } = usePlayer();
  const formatSpokenTime = (at: number) =>
    t("player.timeOfTotal", { time: formatClockTime(at / rate), total: formatClockTime(duration / rate) });
  return (
    <div className="flex w-full items-center gap-3 text-badge text-muted tabular-nums">
      <span className="min-w-10 text-end">{formatClockTime(time / rate)}</span>
      <div className="relative grow">
        <Slider
          label={t(isWholeBook ? "player.seekInBook" : "player.seekInChapter")}
          value={time}
          max={duration}
          step={keyStep}
          getText={formatSpokenTime}
          onChoose={seek}
        />
        {isWholeBook && <ChapterMarks />}
      </div>
      <button
        type="button"
        aria-label={t(isWholeBook ? "player.showChapterTime" : "player.showBookTime")}
        className="-my-2.5 min-h-11 min-w-12 rounded-control text-start hover:text-ink"
        onClick={() => settings.update({ timeDisplay: isWholeBook ? "chapter" : "book" })}
      >
        {t("player.timeLeft", { time: formatClockTime(Math.max(0, duration - time) / rate) })}
      </button>
    </div>
  );
}
