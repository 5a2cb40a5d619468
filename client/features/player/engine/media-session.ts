import type { SettingsStore } from "#client/features/player/settings/settings-store.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { getCoverUrl } from "#client/lib/urls/cover-url.ts";
import type { PlayerEngine } from "./player-engine.ts";
import { getChapterLabel, getChapterTitle } from "./track.ts";

const widths = [160, 320, 640] as const;

interface MediaSessionOptions {
  readonly session?: MediaSession | undefined;
  readonly hasOtherAudioFocus?: () => boolean;
  /** Extends a sleep timer that is about to end; false when none is. */
  readonly extendSleep?: () => boolean;
}

/**
 * Connects the player to lock screens, headsets and media keys.
 *
 * @returns a function that disconnects it
 */
export function updateMediaSession(
  engine: PlayerEngine,
  settings: SettingsStore,
  {
    session = navigator.mediaSession,
    hasOtherAudioFocus = () => false,
    extendSleep = () => false,
  }: MediaSessionOptions = {},
): () => void {
  if (!session) return () => {};
  const registerMediaKeys = () => delegateMediaKeys(session, getActions(engine, settings, extendSleep));
  let lastShown: string | null = "";
  registerMediaKeys();
  return engine.subscribe(() => {
    if (hasOtherAudioFocus()) {
      lastShown = null;
      return;
    }
    if (lastShown === null) registerMediaKeys();
    const { track, playlist, isPlaying } = engine.getState();
    // The chapter title comes with the playlist, which arrives after the track.
    const metadataKey = track ? `${track.id} ${playlist !== null}` : "";
    session.playbackState = track === null ? "none" : isPlaying ? "playing" : "paused";
    if (metadataKey !== lastShown) {
      lastShown = metadataKey;
      session.metadata = getMetadata(engine);
    }
    showPosition(engine, session);
  });
}

/** Delegates media keys to other handlers; null removes one. */
export function delegateMediaKeys(
  session: MediaSession,
  actions: Readonly<Partial<Record<MediaSessionAction, MediaSessionActionHandler | null>>>,
): void {
  for (const [action, handler] of Object.entries(actions)) {
    try {
      session.setActionHandler(action as MediaSessionAction, handler);
    } catch {
      // The browser does not support this action.
    }
  }
}

function getActions(
  engine: PlayerEngine,
  settings: SettingsStore,
  extendSleep: () => boolean,
): Partial<Record<MediaSessionAction, MediaSessionActionHandler>> {
  return {
    play: () => engine.play(),
    pause: () => engine.pause(),
    stop: () => engine.stop(),
    previoustrack: () => extendSleep() || engine.previous(),
    nexttrack: () => extendSleep() || engine.next(),
    seekbackward: ({ seekOffset }) =>
      extendSleep() || engine.skip(-(seekOffset ?? settings.getState().skipBack)),
    seekforward: ({ seekOffset }) =>
      extendSleep() || engine.skip(seekOffset ?? settings.getState().skipForward),
    seekto: ({ seekTime }) => seekTime != null && engine.seek(seekTime),
  };
}

function getMetadata(engine: PlayerEngine): MediaMetadata | null {
  const { track, playlist, chapterIndex } = engine.getState();
  if (!track) return null;
  const chapter = playlist?.chapters[chapterIndex];
  const label = chapter ? (getChapterTitle(chapter) ?? getChapterLabel(chapter)) : track.title;
  return new MediaMetadata({
    title: label,
    artist: playlist?.hasAiVoice ? `${track.author} · ${t("ui.aiVoice")}` : track.author,
    album: track.title,
    artwork: track.coverImageUrl
      ? widths.map((width) => ({
          src: getCoverUrl(track.coverImageUrl, width),
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
