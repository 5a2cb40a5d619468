import { useEffect, useRef, useState } from "react";
import { playPreview } from "#client/lib/audio/audio-preview.ts";
import { AlertPlayer, type AlertSource } from "./alert-player.ts";

export interface Preview {
  readonly playing: string | null;
  readonly failed: string | null;
  readonly play: (name: string, source: AlertSource) => void;
  readonly stop: () => void;
  readonly setVolume: (volume: number) => void;
}

/** @param volume 0 to 1 */
export function usePreview(volume: number): Preview {
  const [player] = useState(() => new AlertPlayer());
  const [playing, setPlaying] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const latest = useRef<string | null>(null);
  useEffect(() => () => player.stop(), [player]);

  const play = async (name: string, source: AlertSource) => {
    latest.current = name;
    setFailed(null);
    setPlaying(name);
    const stopPreview = playPreview(() => player.stop());
    const outcome = await player.play(source, volume, () => {});
    stopPreview();
    if (latest.current !== name) return;
    setPlaying(null);
    if (outcome === "failed" || outcome === "stalled") setFailed(name);
  };
  return {
    playing,
    failed,
    play: (name, source) => void play(name, source),
    stop: () => player.stop(),
    setVolume: (volume) => player.setVolume(volume),
  };
}
