const windowMs = 6_000;
/** Too short a time gives no useful speed. */
const minSampleMs = 200;

/** The speed of an upload over the last seconds. */
export class SpeedMeter {
  readonly #samples: [at: number, bytes: number][] = [];

  /** @returns bytes per second over the last seconds */
  addSample(bytes: number): number {
    const now = performance.now();
    this.#samples.push([now, bytes]);
    while (this.#samples.length > 2 && now - (this.#samples[0]?.[0] ?? now) > windowMs) this.#samples.shift();
    const [at, first] = this.#samples[0] ?? [now, bytes];
    return now - at < minSampleMs ? 0 : Math.max(0, ((bytes - first) / (now - at)) * 1000);
  }
}
