import { X } from "lucide-react";
import { useSentenceNavigation } from "#client/features/player/engine/sentence-navigation.ts";
import { SleepChip } from "#client/features/player/sleep-timer/sleep-button.tsx";
import { usePlayer, usePlayerState, useSleep } from "#client/features/player/use-player.ts";
import { useProgress } from "#client/features/player/use-progress.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Cover } from "#client/ui/books/cover.tsx";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { NowPlaying } from "./now-playing.tsx";
import { SentenceButton } from "./sentence-button.tsx";
import { PlayButton, SkipBackButton } from "./transport.tsx";

/** The player on phones and tablets; a tap opens the full player. */
export function MiniPlayer({ onOpen }: { readonly onOpen: () => void }) {
  const { engine } = usePlayer();
  const track = usePlayerState((state) => state.track);
  // The narrowest phones have room for only one of these.
  const isReadingAlong = useSentenceNavigation() !== null;
  const isSleepSet = useSleep().plan !== null;
  if (!track) return null;
  return (
    <div>
      <ProgressLine />
      <div className="flex items-center gap-1 py-1.5 ps-3 pe-1">
        <button
          type="button"
          aria-label={t("player.openFull")}
          onClick={onOpen}
          className="flex min-h-13 min-w-0 flex-1 items-center gap-3 rounded-control text-start"
        >
          <Cover book={{ ...track, id: track.bookId }} sizes="36px" className="w-9 shrink-0" />
          <span className="min-w-0 flex-1">
            <NowPlaying />
          </span>
        </button>
        <SleepChip />
        {!isReadingAlong && !isSleepSet && <SkipBackButton />}
        <SentenceButton direction={-1} />
        <PlayButton />
        <SentenceButton direction={1} />
        <IconButton
          label={t("player.close")}
          icon={<X aria-hidden />}
          onClick={() => engine.setDisplayMode("closed")}
        />
      </div>
    </div>
  );
}

function ProgressLine() {
  const { time, duration } = useProgress();
  return (
    <div aria-hidden className="h-0.5 bg-line">
      <div className="h-full bg-accent" style={{ width: `${duration > 0 ? (time / duration) * 100 : 0}%` }} />
    </div>
  );
}
