import { Volume1, Volume2, VolumeX } from "lucide-react";
import { say } from "#client/lib/words.ts";
import { IconButton } from "#client/ui/icon-button.tsx";
import { Slider } from "#client/ui/slider.tsx";
import { usePlayer, usePlayerState } from "./use-player.ts";

/** Mutes, and sets the volume. */
export function VolumeControl() {
  const { engine } = usePlayer();
  const volume = usePlayerState((state) => state.volume);
  const isMuted = usePlayerState((state) => state.isMuted);
  const isSilent = isMuted || volume === 0;
  const Icon = isSilent ? VolumeX : volume < 0.5 ? Volume1 : Volume2;
  return (
    <div className="flex items-center gap-1">
      <IconButton
        label={say(isMuted ? "player.unmute" : "player.mute")}
        icon={<Icon aria-hidden />}
        aria-pressed={isMuted}
        onClick={engine.toggleMute}
      />
      <Slider
        label={say("player.volume")}
        value={isMuted ? 0 : volume * 100}
        max={100}
        step={5}
        textOf={(value) => `${Math.round(value)} %`}
        onMove={(value) => engine.setVolume(value / 100)}
        className="w-20"
      />
    </div>
  );
}
