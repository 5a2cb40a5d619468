import type { SpeechEngine } from "./speech-engine.ts";
import { isInProgress } from "./speech-state.ts";

/** Seconds of looped silence, and the sample rate. */
const silence = { seconds: 10, samples: 8_000 } as const;

export class SilentAudio {
  #audio: HTMLAudioElement | null = null;
  #url = "";

  set(isPlaying: boolean): void {
    if (!isPlaying) {
      this.#audio?.pause();
      return;
    }
    if (!this.#audio) {
      this.#url = URL.createObjectURL(createSilentFile());
      this.#audio = new Audio(this.#url);
      this.#audio.loop = true;
    }
    // Speech works even if the silent audio is blocked.
    this.#audio.play()?.catch(() => undefined);
  }

  close(): void {
    this.#audio?.pause();
    this.#audio?.removeAttribute("src");
    this.#audio = null;
    if (this.#url) URL.revokeObjectURL(this.#url);
  }
}

/** A mono WAV file with 8 bits per sample. */
function createSilentFile(): Blob {
  const length = silence.seconds * silence.samples;
  const header = new DataView(new ArrayBuffer(44));
  const write = (at: number, text: string) => {
    for (let i = 0; i < text.length; i++) header.setUint8(at + i, text.charCodeAt(i));
  };
  write(0, "RIFF");
  header.setUint32(4, 36 + length, true);
  write(8, "WAVEfmt ");
  header.setUint32(16, 16, true);
  header.setUint16(20, 1, true);
  header.setUint16(22, 1, true);
  header.setUint32(24, silence.samples, true);
  header.setUint32(28, silence.samples, true);
  header.setUint16(32, 1, true);
  header.setUint16(34, 8, true);
  write(36, "data");
  header.setUint32(40, length, true);
  return new Blob([header, new Uint8Array(length).fill(128)], { type: "audio/wav" });
}

export interface VisibleState {
  readonly title: string;
  readonly author: string;
  readonly chapter: () => string;
}

/**
 * Shows the current text on lock screens while speech has the audio focus.
 *
 * @returns a function that stops
 */
export function updateSpeechMediaSession(
  engine: Pick<SpeechEngine, "getState" | "subscribe">,
  { title, author, chapter }: VisibleState,
  hasOtherAudioFocus: () => boolean,
  session: MediaSession | undefined = navigator.mediaSession,
): () => void {
  if (!session) return () => {};
  let shownText = "";
  const show = () => {
    if (hasOtherAudioFocus()) {
      shownText = "";
      return;
    }
    const state = engine.getState();
    session.playbackState = isInProgress(state) ? "playing" : "paused";
    const name = chapter() || title;
    if (name === shownText || state.sentence === null) return;
    shownText = name;
    session.metadata = new MediaMetadata({ title: name, artist: author, album: title });
    session.setPositionState?.();
  };
  return engine.subscribe(show);
}
