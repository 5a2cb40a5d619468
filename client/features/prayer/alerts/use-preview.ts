import { useEffect, useRef, useState } from "react";
import { playPreview } from "#client/lib/audio/audio-preview.ts";
import { type AlertPlaybackHandle, AlertPlayer } from "./alert-player.ts";

export interface Preview {
  readonly heard: string | null;
  readonly failed: string | null;
  readonly play: (name: string, ringing: AlertPlaybackHandle) => void;
  readonly stop: () => void;
  readonly setVolume: (volume: number) => void;
}

/** @param volume 0 to 1 */
export function usePreview(volume: number): Preview {
  const [ringer] = useState(() => new AlertPlayer());
  const [result, setHeard] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const latest = useRef<string | null>(null);
  useEffect(() => () => ringer.stop(), [ringer]);

  const play = async (name: string, ringing: AlertPlaybackHandle) => {
    latest.current = name;
    setFailed(null);
    setHeard(name);
    const over = playPreview(() => ringer.stop());
    const outcome = await ringer.ring(ringing, volume, () => {});
    over();
    if (latest.current !== name) return;
    setHeard(null);
    if (outcome === "failed" || outcome === "cut") setFailed(name);
  };
  return {
    ...{ heard: result, failed },
    play: (name, ringing) => void play(name, ringing),
    stop: () => ringer.stop(),
    setVolume: (part) => ringer.setVolume(part),
  };
}
