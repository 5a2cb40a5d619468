import { type Interruption, releaseTransientFocus, requestTransientFocus } from "./audio-focus.ts";

const shared = "maktaba-heard-alone";

type Message =
  | "begin"
  | "over"
  /** A book is heard there instead: nothing goes on here. */
  | "taken";

let channel: BroadcastChannel | null = null;
/** What is kept here for something that is tried out in another tab. */
let kept: Silence | null = null;

interface Silence {
  /** Lets go on what was heard before. @returns false where it is no longer this one's to do. */
  readonly end: () => boolean;
  readonly drop: () => void;
}

/**
 * Lets something be tried out alone: a book that is heard dies away for it, here and in this browser's other tabs, and
 * goes on by itself from a little before. A call to prayer, or another trial, takes its place.
 *
 * @param onEnd something else is to be heard, or the page goes.
 * @returns to be told when it is over, once or more often.
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

/** Keeps silent from now on while something is tried out in another tab. */
export function listenForOtherTabs(): void {
  if (channel || !("BroadcastChannel" in window)) return;
  channel = new BroadcastChannel(shared);
  channel.addEventListener("message", ({ data }: MessageEvent<Message>) => {
    if (data === "begin") kept = saveSilent(() => {});
    else if (data === "over") kept?.end();
    else kept?.drop();
  });
}

function tell(message: Message): void {
  channel?.postMessage(message);
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
