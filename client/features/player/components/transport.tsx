import { clsx } from "clsx";
import { Pause, Play, RotateCcw, RotateCw, SkipBack, SkipForward } from "lucide-react";
import type { ReactNode } from "react";
import { usePlayer, usePlayerSettings, usePlayerState } from "#client/features/player/use-player.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { SentenceButton } from "./sentence-button.tsx";

export function Transport({ isLarge = false }: { readonly isLarge?: boolean }) {
  const { engine } = usePlayer();
  const { skipForward } = usePlayerSettings();
  const hasPrevious = usePlayerState(() => engine.canGoPrevious());
  const hasNext = usePlayerState(() => engine.canGoNext());
  return (
    <div className={clsx("flex items-center justify-center", isLarge ? "gap-2 sm:gap-4" : "gap-1")}>
      <IconButton
        label={t("player.previousChapter")}
        icon={<SkipBack aria-hidden />}
        disabled={!hasPrevious}
        onClick={engine.previous}
      />
      <SkipBackButton />
      {!isLarge && <SentenceButton direction={-1} />}
      <PlayButton isLarge={isLarge} />
      {!isLarge && <SentenceButton direction={1} />}
      <IconButton
        label={t("player.skipForward", { n: skipForward })}
        icon={<NumberedIcon icon={<RotateCw aria-hidden />} n={skipForward} />}
        onClick={() => engine.skip(skipForward)}
      />
      <IconButton
        label={t("player.nextChapter")}
        icon={<SkipForward aria-hidden />}
        disabled={!hasNext}
        onClick={engine.next}
      />
    </div>
  );
}

export function SkipBackButton() {
  const { engine } = usePlayer();
  const { skipBack } = usePlayerSettings();
  return (
    <IconButton
      label={t("player.skipBack", { n: skipBack })}
      icon={<NumberedIcon icon={<RotateCcw aria-hidden />} n={skipBack} />}
      onClick={() => engine.skip(-skipBack)}
    />
  );
}

export function PlayButton({ isLarge = false }: { readonly isLarge?: boolean }) {
  const { engine } = usePlayer();
  const isPlaying = usePlayerState((state) => state.isPlaying);
  const isWaiting = usePlayerState((state) => state.isPlaying && state.playbackError !== null);
  return (
    <button
      type="button"
      aria-label={t(isPlaying ? "player.pause" : "player.play")}
      aria-busy={isWaiting || undefined}
      onClick={engine.toggle}
      className={clsx(
        "grid shrink-0 place-items-center rounded-full bg-primary text-on-primary transition-colors hover:bg-primary/90",
        isLarge ? "size-16 [&_svg]:size-8" : "size-11 [&_svg]:size-5.5",
        isWaiting && "motion-safe:animate-pulse",
      )}
    >
      {isPlaying ? <Pause aria-hidden fill="currentColor" /> : <Play aria-hidden fill="currentColor" />}
    </button>
  );
}

function NumberedIcon({ icon, n }: { readonly icon: ReactNode; readonly n: number }) {
  return (
    <span className="relative grid size-7 place-items-center [&_svg]:size-7 [&_svg]:stroke-[1.6]">
      {icon}
      <span aria-hidden className="absolute pt-px font-semibold text-[9px] leading-none">
        {n}
      </span>
    </span>
  );
}
