/** Maximum number of concurrent messages per push service. */
const maxRunning = 200;
/**
 * A push service with all slots busy counts as slow when fewer messages than this finish within the window in
 * milliseconds.
 */
const slow = { completed: 300, ms: 3_000 };

type Task = () => Promise<void>;

interface HostQueue {
  running: number;
  waiting: Task[];
  nextIndex: number;
  /** When all slots became busy, by `now()`. */
  fullSince: number | null;
  completed: { at: number; now: number; before: number };
}

/** A queue per push service, so that a hanging one delays no other. */
export class PerHostQueue {
  readonly #queues = new Map<string, HostQueue>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Runs a task when a slot is free.
   *
   * @param task never throws
   */
  add(name: string, task: Task): void {
    const queue = this.#queues.get(name) ?? this.#open(name);
    queue.waiting.push(task);
    this.#runNext(name, queue);
  }

  get running(): number {
    const now = this.#now();
    let running = 0;
    for (const queue of this.#queues.values()) {
      running += queue.running + (isSlow(queue, now) ? 0 : queue.waiting.length - queue.nextIndex);
    }
    return running;
  }

  #open(name: string): HostQueue {
    const completed = { at: this.#now(), now: 0, before: 0 };
    const queue: HostQueue = { running: 0, waiting: [], nextIndex: 0, fullSince: null, completed };
    this.#queues.set(name, queue);
    return queue;
  }

  #runNext(name: string, queue: HostQueue): void {
    while (queue.running < maxRunning) {
      const task = getNext(queue);
      if (!task) break;
      queue.running += 1;
      void task().finally(() => {
        queue.running -= 1;
        shiftWindows(queue, this.#now()).now += 1;
        if (queue.running === 0 && queue.waiting.length === queue.nextIndex) this.#queues.delete(name);
        else this.#runNext(name, queue);
      });
    }
    if (queue.running < maxRunning) queue.fullSince = null;
    else queue.fullSince ??= this.#now();
  }
}

function getNext(queue: HostQueue): Task | undefined {
  const task = queue.waiting[queue.nextIndex];
  if (!task) return undefined;
  queue.nextIndex += 1;
  if (queue.nextIndex === queue.waiting.length || queue.nextIndex === maxRunning * 5) {
    queue.waiting = queue.waiting.slice(queue.nextIndex);
    queue.nextIndex = 0;
  }
  return task;
}

/** The counters of a host, with expired windows shifted. */
function shiftWindows(queue: HostQueue, now: number): HostQueue["completed"] {
  const spans = Math.floor((now - queue.completed.at) / slow.ms);
  if (spans > 0) {
    queue.completed = {
      at: queue.completed.at + spans * slow.ms,
      now: 0,
      before: spans === 1 ? queue.completed.now : 0,
    };
  }
  return queue.completed;
}

function isSlow(queue: HostQueue, now: number): boolean {
  if (queue.fullSince === null || now - queue.fullSince < slow.ms) return false;
  const completed = shiftWindows(queue, now);
  return completed.now + completed.before < slow.completed;
}
