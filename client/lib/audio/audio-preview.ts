import { type AudioChannel, openAudioChannel } from "./audio-channel.ts";
import { type Interruption, releaseTransientFocus, requestTransientFocus } from "./audio-focus.ts";

type Message = "started" | "ended" | "interrupted";

let channel: AudioChannel<Message> | null = null;
let mutedForOtherTab: MutedAudio | null = null;

interface MutedAudio {
  /** @returns false when another source has taken over */
  readonly end: () => boolean;
  readonly discard: () => void;
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
  const muted = muteOthers(onEnd, () => post("interrupted"));
  const end = () => {
    removeEventListener("pagehide", stop);
    if (muted.end()) post("ended");
  };
  const stop = () => {
    end();
    onEnd();
  };
  addEventListener("pagehide", stop);
  post("started");
  return end;
}

/** Pauses audio in this tab while a preview plays in another one. */
export function listenForOtherTabs(): void {
  channel ??= openAudioChannel<Message>("preview", (message) => {
    if (message === "started") mutedForOtherTab = muteOthers(() => {});
    else if (message === "ended") mutedForOtherTab?.end();
    else mutedForOtherTab?.discard();
  });
}

function post(message: Message): void {
  channel?.post(message);
}

function muteOthers(onEnd: () => void, onInterrupted: () => void = () => {}): MutedAudio {
  let isEnded = false;
  const discard = () => {
    isEnded = true;
    releaseTransientFocus(interruption);
  };
  const interruption: Interruption = {
    stop: () => {
      discard();
      onEnd();
      onInterrupted();
    },
    pauseForInterruption: () => {
      discard();
      onEnd();
      return resume;
    },
  };
  const resume = requestTransientFocus(interruption);
  return {
    discard,
    end: () => {
      if (isEnded) return false;
      discard();
      resume?.();
      return true;
    },
  };
}
