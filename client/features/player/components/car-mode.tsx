import { Pause, Play, RotateCcw, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { usePlayer, usePlayerSettings, usePlayerState } from "#client/features/player/use-player.ts";
import { useWakeLock } from "#client/lib/hooks/use-wake-lock.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { NowPlaying } from "./now-playing.tsx";

/** Three large buttons and nothing to type, for a phone in a holder. */
export function CarMode() {
  const { engine } = usePlayer();
  const { skipBack, skipForward } = usePlayerSettings();
  const isPlaying = usePlayerState((state) => state.isPlaying);
  useWakeLock(isPlaying);
  return (
    <div className="flex flex-1 flex-col gap-4">
      <NowPlaying isCentered />
      <div className="flex flex-1 flex-col gap-3">
        <CarButton label={t("player.skipBack", { n: skipBack })} onPress={() => engine.skip(-skipBack)}>
          <RotateCcw aria-hidden />
        </CarButton>
        <CarButton label={t(isPlaying ? "player.pause" : "player.play")} isMain onPress={engine.toggle}>
          {isPlaying ? <Pause aria-hidden fill="currentColor" /> : <Play aria-hidden fill="currentColor" />}
        </CarButton>
        <CarButton
          label={t("player.skipForward", { n: skipForward })}
          onPress={() => engine.skip(skipForward)}
        >
          <RotateCw aria-hidden />
        </CarButton>
      </div>
    </div>
  );
}

interface CarButtonProps {
  readonly label: string;
  readonly isMain?: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

function CarButton({ label, isMain = false, onPress, children }: CarButtonProps) {
  return (
    <button
      type="button"
      onClick={onPress}
      className={`flex flex-1 flex-col items-center justify-center gap-2 rounded-card border font-semibold text-h3 [&_svg]:size-8 ${isMain ? "border-primary bg-primary text-on-primary" : "border-edge bg-surface text-ink"}`}
    >
      {children}
      {label}
    </button>
  );
}
