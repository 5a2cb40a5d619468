import { Volume1, Volume2, VolumeX } from "lucide-react";
import { usePlayer, usePlayerState } from "#client/features/player/use-player.ts";
import { formatPercent } from "#client/lib/i18n/format-percent.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { Slider } from "#client/ui/forms/slider.tsx";

export function VolumeControl() {
  const { engine } = usePlayer();
  const volume = usePlayerState((state) => state.volume);
  const isMuted = usePlayerState((state) => state.isMuted);
  const isSilent = isMuted || volume === 0;
  const Icon = isSilent ? VolumeX : volume < 0.5 ? Volume1 : Volume2;
  return (
    <div className="flex items-center gap-1">
      <IconButton
        label={t(isMuted ? "player.unmute" : "player.mute")}
        icon={<Icon aria-hidden />}
        aria-pressed={isMuted}
        onClick={engine.toggleMute}
      />
      <Slider
        label={t("player.volume")}
        value={isMuted ? 0 : volume * 100}
        max={100}
        step={5}
        getText={(value) => formatPercent(value / 100)}
        onMove={(value) => engine.setVolume(value / 100)}
        className="w-20"
      />
    </div>
  );
}
