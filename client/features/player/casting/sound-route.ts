import { Store } from "#client/lib/store.ts";

/**
 * Where the sound goes. An element whose sound goes through Web Audio stays on this device, and a device that it is
 * cast to plays the file itself: effects and casting exclude each other.
 */
export const soundRoute = new Store<{
  /** For as long as the page is open, once it was needed. */
  readonly usesWebAudio: boolean;
  readonly isCasting: boolean;
}>({ usesWebAudio: false, isCasting: false });

/** Null in browsers without the Remote Playback API. */
export const getRemote = (audio: Partial<HTMLMediaElement>): RemotePlayback | null => audio.remote ?? null;

export function followCasting(audio: HTMLMediaElement): void {
  const remote = getRemote(audio);
  remote?.addEventListener("connect", () => soundRoute.update({ isCasting: true }));
  remote?.addEventListener("disconnect", () => soundRoute.update({ isCasting: false }));
}
