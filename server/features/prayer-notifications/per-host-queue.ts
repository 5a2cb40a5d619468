/** Maximum number of concurrent messages per push service. */
const maxRunning = 200;
/**
 * A push service with all slots busy counts as slow when fewer messages than this finish within the window in
 * milliseconds.
 */
const slow = { ended: 300, ms: 3_000 };

type Act = () => Promise<void>;

interface Lane {
  running: number;
  waiting: Act[];
  nextIndex: number;
  /** When all slots became busy, by `now()`. */
  fullSince: number | null;
  ended: { at: number; now: number; before: number };
}

/** A queue per push service, so that a hanging one delays no other. */
export class PerHostQueue {
  readonly #lanes = new Map<string, Lane>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Runs a task when a slot is free.
   *
   * @param act never throws
   */
  add(name: string, act: Act): void {
    const lane = this.#lanes.get(name) ?? this.#open(name);
    lane.waiting.push(act);
    this.#goOn(name, lane);
  }

  get busy(): number {
    const now = this.#now();
    let busy = 0;
    for (const lane of this.#lanes.values()) {
      busy += lane.running + (isSlow(lane, now) ? 0 : lane.waiting.length - lane.nextIndex);
    }
    return busy;
  }

  #open(name: string): Lane {
    const ended = { at: this.#now(), now: 0, before: 0 };
    const lane: Lane = { running: 0, waiting: [], nextIndex: 0, fullSince: null, ended };
    this.#lanes.set(name, lane);
    return lane;
  }

  #goOn(name: string, lane: Lane): void {
    while (lane.running < maxRunning) {
      const act = getNext(lane);
      if (!act) break;
      lane.running += 1;
      void act().finally(() => {
        lane.running -= 1;
        rolled(lane, this.#now()).now += 1;
        if (lane.running === 0 && lane.waiting.length === lane.nextIndex) this.#lanes.delete(name);
        else this.#goOn(name, lane);
      });
    }
    if (lane.running < maxRunning) lane.fullSince = null;
    else lane.fullSince ??= this.#now();
  }
}

function getNext(lane: Lane): Act | undefined {
  const act = lane.waiting[lane.nextIndex];
  if (!act) return undefined;
  lane.nextIndex += 1;
  if (lane.nextIndex === lane.waiting.length || lane.nextIndex === maxRunning * 5) {
    lane.waiting = lane.waiting.slice(lane.nextIndex);
    lane.nextIndex = 0;
  }
  return act;
}

/** The counters of a host, with expired windows shifted. */
function rolled(lane: Lane, now: number): Lane["ended"] {
  const spans = Math.floor((now - lane.ended.at) / slow.ms);
  if (spans > 0) {
    lane.ended = { at: lane.ended.at + spans * slow.ms, now: 0, before: spans === 1 ? lane.ended.now : 0 };
  }
  return lane.ended;
}

function isSlow(lane: Lane, now: number): boolean {
  if (lane.fullSince === null || now - lane.fullSince < slow.ms) return false;
  const ended = rolled(lane, now);
  return ended.now + ended.before < slow.ended;
}
