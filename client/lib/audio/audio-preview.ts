import { type AudioChannel, openAudioChannel } from "./audio-channel.ts";
import { type Interruption, releaseTransientFocus, requestTransientFocus } from "./audio-focus.ts";

type Message = "begin" | "over" | "taken";

let channel: AudioChannel<Message> | null = null;
let stored: Silence | null = null;

interface Silence {
  /** @returns false when another source has taken over */
  readonly end: () => boolean;
  readonly drop: () => void;
}

/**
 * Plays a preview: fades out other audio in all tabs and resumes it afterwards. An alert or another preview
 * replaces it.
 *
 * @param onEnd called when it is replaced or the page closes
 * @returns a function to call at the end, at least once
 */
export function playPreview(onEnd: () => void): () => void {
  listenForOtherTabs();
  const silence = silenceOthers(onEnd, () => post("taken"));
  const end = () => {
    removeEventListener("pagehide", stop);
    if (silence.end()) post("over");
  };
  const stop = () => {
    end();
    onEnd();
  };
  addEventListener("pagehide", stop);
  post("begin");
  return end;
}

/** Pauses audio in this tab while a preview plays in another one. */
export function listenForOtherTabs(): void {
  channel ??= openAudioChannel<Message>("preview", (message) => {
    if (message === "begin") stored = silenceOthers(() => {});
    else if (message === "over") stored?.end();
    else stored?.drop();
  });
}

function post(message: Message): void {
  channel?.post(message);
}

function silenceOthers(onEnd: () => void, onInterrupted: () => void = () => {}): Silence {
  let isEnded = false;
  const drop = () => {
    isEnded = true;
    releaseTransientFocus(interruption);
  };
  const interruption: Interruption = {
    yield: () => {
      drop();
      onEnd();
      onInterrupted();
    },
    yieldFocus: () => {
      drop();
      onEnd();
      return resume;
    },
  };
  const resume = requestTransientFocus(interruption);
  return {
    drop,
    end: () => {
      if (isEnded) return false;
      drop();
      resume?.();
      return true;
    },
  };
}
