/** So many messages are on their way to one push service at a time. */
const atOnce = 200;

interface Lane {
  running: number;
  readonly waiting: (() => Promise<void>)[];
}

/** A lane for each push service, so that one that hangs holds up no other. */
export class Lanes {
  readonly #lanes = new Map<string, Lane>();

  /** Does something when it is its turn. @param act never throws. */
  add(name: string, act: () => Promise<void>): void {
    const lane = this.#lanes.get(name) ?? { running: 0, waiting: [] };
    this.#lanes.set(name, lane);
    lane.waiting.push(act);
    this.#goOn(name, lane);
  }

  #goOn(name: string, lane: Lane): void {
    while (lane.running < atOnce) {
      const act = lane.waiting.shift();
      if (!act) break;
      lane.running += 1;
      void act().finally(() => {
        lane.running -= 1;
        if (lane.running === 0 && lane.waiting.length === 0) this.#lanes.delete(name);
        else this.#goOn(name, lane);
      });
    }
  }
}
