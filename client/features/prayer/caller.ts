import type { Due } from "#shared/prayer/due.ts";
import type { Interruption } from "#client/lib/floor.ts";
import { claimCall, closeClaim } from "./claims.ts";
import { dropCall, type KeptCall, keepCall, keptCall } from "./kept-call.ts";
import { Ringer, type Ringing } from "./ringer.ts";
import type { WatchClock } from "./watch.ts";

/** What is heard of a call. */
export type CallSounding =
  /** Nothing: it is silent, or was stopped, or came to its end. */
  | "quiet"
  /** It is about to sound, here or in another tab. */
  | "coming"
  | "sounding"
  /** The browser wants a press first. */
  | "blocked";

/** A new object at every change, so that React may compare by identity. */
export interface CallState {
  readonly due: Due | null;
  readonly isOpen: boolean;
  readonly sounding: CallSounding;
  /** The chime stands in for a recording that this house has not. */
  readonly isStandIn: boolean;
  /** What was heard before was paused for it, here or in another tab, and can go on. */
  readonly canGoOn: boolean;
  /** When it is told again. */
  readonly againAt: Date | null;
}

export const noCall: CallState = {
  due: null,
  isOpen: false,
  sounding: "quiet",
  isStandIn: false,
  canGoOn: false,
  againAt: null,
};

/** What a call needs of the rest of the app. */
export interface CallSurroundings {
  readonly clock: WatchClock;
  readonly volume: () => number;
  /** The address of the recording that a call is heard as; null where there is none. */
  readonly recordingOf: (due: Due) => Promise<string | null>;
  /** Whoever is heard falls silent. @returns how they go on. */
  readonly hush: (interruption: Interruption) => (() => void) | null;
  /** Whatever interrupts a book falls silent, and that goes on. */
  readonly endOthers: (interruption: Interruption) => void;
  /** The floor is anybody's again. */
  readonly unhush: (interruption: Interruption) => void;
  /** Tells it again in five minutes. @returns when. */
  readonly snooze: (due: Due) => Date;
}

type Message =
  | { readonly act: "stop" | "close" | "snooze" | "goOn" | "canGoOn" | "goneOn"; readonly key: string }
  | {
      readonly act: "sounding";
      readonly key: string;
      readonly sounding: CallSounding;
      readonly isStandIn: boolean;
    };

const shared = "maktaba-prayer-call";
/** A tab that is not looked at lets the one that is go first. */
const hiddenWaitsMs = 300;
/** Held by the tab that sounds: another goes on with it when that tab goes. */
const soundingLock = "maktaba.prayer.sounding";
/** What nobody answered is taken away after this. */
const shownForMs = 10 * 60_000;

/** Shows a call in all tabs of a browser and lets it sound in one of them; what is pressed in one holds for all. */
export class PrayerCaller {
  readonly #around: CallSurroundings;
  readonly #ringer: Ringer;
  #channel = "BroadcastChannel" in window ? new BroadcastChannel(shared) : null;
  readonly #listeners = new Set<() => void>();
  #state = noCall;
  #waiting: readonly Due[] = [];
  /** What is to be heard here; a stop while its recording is still on its way ends that too. */
  #wished: Due | null = null;
  #goOn: (() => void) | null = null;
  #stopTimer: () => void = () => {};
  #isEnded = false;
  /** The key of what this tab goes on with, should the one that sounds go. */
  #standsBy: string | null = null;

  constructor(around: CallSurroundings, ringer = new Ringer()) {
    this.#around = around;
    this.#ringer = ringer;
    addEventListener("pagehide", this.#leave);
    this.#channel?.addEventListener("message", ({ data }) => this.#hear(data as Message));
  }

  readonly getState = (): CallState => this.#state;

  /** @returns a function that stops listening. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Shows what sounded when this page was loaded, or sounds in another tab, and goes on with it when no other does. */
  readonly restore = async (): Promise<void> => {
    const kept = keptCall(this.#around.clock.now());
    // Without locks nobody knows whether another tab sounds.
    if (!kept || !navigator.locks) return;
    const { due, isStandIn } = kept;
    this.#show({ ...noCall, due, isStandIn, isOpen: true, sounding: "sounding" });
    if (due.kind === "call") this.#around.hush(this.#interruption);
    await this.#goOnAlone(due);
  };

  /** Shows what is due, and lets it sound where it is this tab's to do so. */
  readonly call = async (due: Due): Promise<void> => {
    const { clock, hush, endOthers } = this.#around;
    if (this.#state.isOpen && this.#state.due?.key === due.key) return;
    if (this.#isSounding && due.kind === "reminder") {
      this.#waiting = [...this.#waiting, due];
      return;
    }
    if (document.visibilityState === "hidden")
      await new Promise<void>((go) => clock.after(hiddenWaitsMs, go));
    const claim = await claimCall(due.key, clock.now());
    if (claim === "past") return;
    this.#silence();
    const hasSound = due.sound !== "silent";
    const canGoOn = this.#state.isOpen && this.#state.canGoOn;
    this.#show({ ...noCall, due, canGoOn, isOpen: true, sounding: hasSound ? "coming" : "quiet" });
    if (!hasSound) return;
    // A reminder's short chime is heard beside a book.
    if (due.kind === "reminder") endOthers(this.#interruption);
    const goOn = due.kind === "call" ? hush(this.#interruption) : null;
    if (goOn) {
      this.#goOn = goOn;
      this.#show({ canGoOn: true });
      this.#tell("canGoOn");
    }
    if (claim === "another") return await this.#goOnAlone(due);
    this.#keep(due, 0);
    await this.#ring(due);
  };

  /** Ends the sound, at once. */
  readonly stop = (): void => {
    this.#answer();
    this.#tell("stop");
    this.#stop();
  };

  /** Ends the sound, and shows here what is said of it. */
  readonly fallSilent = (): void => {
    this.#answer();
    this.#tell("stop");
    this.#silence();
    this.#quiet();
  };

  /** The reader said something of how they are called: what sounds just now follows. */
  follow(volume: number, isMuted: boolean): void {
    this.#ringer.setVolume(volume);
    if (isMuted && this.#state.isOpen && this.#state.sounding !== "quiet") this.stop();
  }

  readonly close = (): void => {
    this.#answer();
    this.#tell("close");
    this.#close();
  };

  /** Ends the sound and tells it again in five minutes. */
  readonly snooze = (): void => {
    this.#answer();
    this.#tell("snooze");
    this.#snooze();
  };

  /** What was heard before goes on, from a little before. */
  readonly goOn = (): void => {
    this.#tell("goOn");
    this.#goOnHere();
  };

  /** Lets it sound here, at a press. */
  readonly play = (): void => {
    const { due } = this.#state;
    if (due) void this.#ring(due);
  };

  end(): void {
    this.#isEnded = true;
    removeEventListener("pagehide", this.#leave);
    this.#stopTimer();
    this.#around.unhush(this.#interruption);
    this.#channel?.close();
    this.#channel = null;
    this.#silence();
  }

  readonly #interruption: Interruption = {
    /** Somebody went on with a book by themselves: the call is answered, and nothing is left to offer. */
    yield: () => {
      this.#tell("goneOn");
      this.#goOn = null;
      this.#show({ canGoOn: false });
      this.stop();
    },
    /** Somebody tries out another sound; what was heard before is still to be offered. */
    giveWay: () => {
      if (this.#isSounding) this.stop();
      return null;
    },
  };

  get #isSounding(): boolean {
    const { isOpen, sounding } = this.#state;
    return isOpen && (sounding === "coming" || sounding === "sounding");
  }

  /** It holds also after a reload that comes at once. */
  #answer(): void {
    const { due } = this.#state;
    if (due) closeClaim(due.key, this.#around.clock.now());
  }

  /** The page goes, and its sound with it: how far it was is kept for the next. */
  readonly #leave = (): void => {
    const kept = keptCall(this.#around.clock.now());
    if (kept && this.#wished?.key === kept.due.key)
      keepCall({ ...kept, heard: kept.heard ?? this.#ringer.course.heard });
    this.#wished = null;
  };

  /** @param heard seconds, where it waits; null once it sounds. */
  #keep(due: Due, heard: number | null): void {
    const now = this.#around.clock.now();
    const { heard: sofar, left } = this.#ringer.course;
    const until = now + (heard === null && left !== null ? left * 1000 : shownForMs);
    keepCall({ due, isStandIn: this.#state.isStandIn, heard, from: now - sofar * 1000, until });
  }

  async #ring(due: Due): Promise<void> {
    this.#wished = due;
    if (!navigator.locks) return await this.#ringHere(due);
    await navigator.locks.request(soundingLock, async () => {
      if (this.#wished === due && this.#state.sounding !== "quiet") await this.#ringHere(due);
    });
  }

  /** Once no tab sounds: from where it was, if it was neither answered nor at its end. */
  async #goOnAlone(due: Due): Promise<void> {
    if (!navigator.locks || this.#standsBy === due.key || this.#wished?.key === due.key) return;
    this.#standsBy = due.key;
    await navigator.locks.request(soundingLock, async () => {
      this.#standsBy = null;
      if (this.#isEnded || this.#state.due?.key !== due.key || !this.#isSounding) return;
      if (keptCall(this.#around.clock.now())?.due.key !== due.key) {
        this.#quiet();
        return;
      }
      this.#wished = due;
      await this.#ringHere(due);
    });
  }

  async #ringHere(due: Due): Promise<void> {
    const recording = await this.#recordingOf(due);
    const chime = due.kind === "call" ? "prayer-chime" : "reminder-chime";
    const wishesRecording = due.sound === "athan" || due.sound === "takbir";
    const outcome = recording ? await this.#ringAs(due, { recording }, false) : "failed";
    const last = outcome === "failed" ? await this.#ringAs(due, chime, wishesRecording) : outcome;
    if (this.#state.due?.key !== due.key || this.#wished !== due) return;
    this.#tellSounding(last === "blocked" ? "blocked" : "quiet", this.#state.isStandIn);
    if (last !== "blocked") this.#quiet();
  }

  async #recordingOf(due: Due): Promise<string | null> {
    return due.sound === "athan" || due.sound === "takbir" ? await this.#around.recordingOf(due) : null;
  }

  async #ringAs(due: Due, ringing: Ringing, isStandIn: boolean) {
    if (this.#state.due?.key !== due.key || this.#wished !== due) return "stopped" as const;
    const now = this.#around.clock.now();
    const from = heardOf(keptCall(now), { due, isStandIn }, now);
    const onHeard = () => {
      this.#tellSounding("sounding", isStandIn);
      this.#keep(due, null);
    };
    this.#show({ isStandIn });
    const outcome = await this.#ringer.ring(ringing, this.#around.volume(), onHeard, from);
    if (outcome === "blocked") this.#keep(due, from);
    return outcome;
  }

  #silence(): void {
    this.#wished = null;
    this.#ringer.stop();
  }

  #tellSounding(sounding: CallSounding, isStandIn: boolean): void {
    const key = this.#state.due?.key;
    if (key === undefined || !this.#state.isOpen) return;
    this.#show({ sounding, isStandIn });
    this.#channel?.postMessage({ act: "sounding", key, sounding, isStandIn } satisfies Message);
  }

  #tell(act: Exclude<Message["act"], "sounding">): void {
    const key = this.#state.due?.key;
    if (key !== undefined) this.#channel?.postMessage({ act, key } satisfies Message);
  }

  #hear(message: Message): void {
    if (message.key !== this.#state.due?.key) return;
    if (message.act === "sounding") {
      const { sounding, isStandIn } = message;
      this.#show({ sounding, isStandIn });
      if (sounding === "quiet") this.#quiet();
      else if (sounding === "sounding" && this.#state.due) void this.#goOnAlone(this.#state.due);
    } else if (message.act === "stop") this.#stop();
    else if (message.act === "close") this.#close();
    else if (message.act === "snooze") this.#snooze();
    else if (message.act === "canGoOn") this.#show({ canGoOn: true });
    else if (message.act === "goneOn") this.#show({ canGoOn: false });
    else this.#goOnHere();
  }

  #stop(): void {
    this.#silence();
    this.#quiet();
    if (!this.#state.canGoOn) this.#close();
  }

  #snooze(): void {
    const { due, canGoOn } = this.#state;
    if (!due || this.#state.againAt) return;
    const againAt = this.#around.snooze(due);
    this.#silence();
    this.#quiet();
    this.#show({ againAt });
    if (!canGoOn) this.#close();
  }

  #goOnHere(): void {
    const goOn = this.#goOn;
    this.#close();
    goOn?.();
  }

  #close(): void {
    if (this.#state.due) dropCall(this.#state.due.key);
    this.#silence();
    this.#around.unhush(this.#interruption);
    this.#goOn = null;
    this.#show({ isOpen: false, sounding: "quiet", canGoOn: false });
    this.#next();
  }

  /** Nothing is heard any more; the words stay a while. */
  #quiet(): void {
    if (this.#state.due) dropCall(this.#state.due.key);
    this.#show({ sounding: "quiet" });
    this.#next();
  }

  /** What waited for the end of another. */
  #next(): void {
    const [due, ...rest] = this.#waiting;
    this.#waiting = rest;
    if (!due) return;
    const age = this.#around.clock.now() - due.at.getTime();
    if (age < shownForMs) void this.call(due);
    else this.#next();
  }

  #show(part: Partial<CallState>): void {
    this.#state = { ...this.#state, ...part };
    this.#stopTimer();
    if (this.#state.isOpen && !this.#isSounding) {
      this.#stopTimer = this.#around.clock.after(shownForMs, () => this.#close());
    }
    for (const listener of this.#listeners) listener();
  }
}

/** Seconds of a call that were heard before. */
function heardOf(
  kept: KeptCall | null,
  { due, isStandIn }: Pick<KeptCall, "due" | "isStandIn">,
  now: number,
): number {
  if (kept?.due.key !== due.key || kept.isStandIn !== isStandIn) return 0;
  return kept.heard ?? Math.max(0, (now - kept.from) / 1000);
}
