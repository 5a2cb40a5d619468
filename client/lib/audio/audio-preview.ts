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
  const silence = saveSilent(onEnd, () => tell("taken"));
  const over = () => {
    removeEventListener("pagehide", leave);
    if (silence.end()) tell("over");
  };
  const leave = () => {
    over();
    onEnd();
  };
  addEventListener("pagehide", leave);
  tell("begin");
  return over;
}

/** Pauses audio in this tab while a preview plays in another one. */
export function listenForOtherTabs(): void {
  channel ??= openAudioChannel<Message>("preview", (message) => {
    if (message === "begin") stored = saveSilent(() => {});
    else if (message === "over") stored?.end();
    else stored?.drop();
  });
}

function tell(message: Message): void {
  channel?.post(message);
}

function saveSilent(onEnd: () => void, onTaken: () => void = () => {}): Silence {
  let isOver = false;
  const drop = () => {
    isOver = true;
    releaseTransientFocus(interruption);
  };
  const interruption: Interruption = {
    yield: () => {
      drop();
      onEnd();
      onTaken();
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
      if (isOver) return false;
      drop();
      resume?.();
      return true;
    },
  };
}
