import { coverAt } from "#client/lib/cover-address.ts";
import type { PlayerEngine } from "./engine.ts";
import type { SettingsStore } from "./settings-store.ts";
import { chapterLabel, chapterTitle } from "./track.ts";

const widths = [160, 320, 640] as const;

/**
 * Shows the player on lock screens, headsets and media keys, and lets them steer it.
 *
 * @returns a function that stops.
 */
export function showOnLockScreen(
  engine: PlayerEngine,
  settings: SettingsStore,
  session: MediaSession | undefined = navigator.mediaSession,
): () => void {
  if (!session) return () => {};
  for (const [action, act] of Object.entries(actionsOf(engine, settings))) {
    try {
      session.setActionHandler(action as MediaSessionAction, act);
    } catch {
      // An action this browser does not know: its key stays without effect.
    }
  }
  let lastShown = "";
  return engine.subscribe(() => {
    const { track, playlist, isPlaying } = engine.getState();
    // The chapter's name is known only with the playlist, which comes a moment after the track.
    const shown = track ? `${track.id} ${playlist !== null}` : "";
    session.playbackState = track === null ? "none" : isPlaying ? "playing" : "paused";
    if (shown !== lastShown) {
      lastShown = shown;
      session.metadata = metadataOf(engine);
    }
    showPosition(engine, session);
  });
}

function actionsOf(engine: PlayerEngine, settings: SettingsStore): Record<string, MediaSessionActionHandler> {
  return {
    play: () => engine.play(),
    pause: () => engine.pause(),
    stop: () => engine.stop(),
    previoustrack: () => engine.previous(),
    nexttrack: () => engine.next(),
    seekbackward: ({ seekOffset }) => engine.skip(-(seekOffset ?? settings.get().skipBack)),
    seekforward: ({ seekOffset }) => engine.skip(seekOffset ?? settings.get().skipForward),
    seekto: ({ seekTime }) => seekTime != null && engine.seek(seekTime),
  };
}

function metadataOf(engine: PlayerEngine): MediaMetadata | null {
  const { track, playlist, chapterIndex } = engine.getState();
  if (!track) return null;
  const chapter = playlist?.chapters[chapterIndex];
  const label = chapter ? (chapterTitle(chapter) ?? chapterLabel(chapter)) : track.title;
  return new MediaMetadata({
    title: label,
    artist: track.author,
    album: track.title,
    artwork: track.coverImageUrl
      ? widths.map((width) => ({
          src: coverAt(track.coverImageUrl, width),
          sizes: `${width}x${width * 1.5}`,
          type: "image/webp",
        }))
      : [],
  });
}

function showPosition(engine: PlayerEngine, session: MediaSession): void {
  const { duration, time, rate } = engine.getState();
  if (!(duration > 0)) return;
  session.setPositionState({ duration, position: Math.min(time, duration), playbackRate: rate });
}
