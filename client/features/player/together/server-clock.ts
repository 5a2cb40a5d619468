import { call } from "#shared/api/http-client.ts";
import { listenTogetherContract } from "#shared/listen-together/contract.ts";

/** Older samples are dropped, because the device's clock drifts. */
const maxSamples = 8;

interface Sample {
  readonly roundTripMs: number;
  readonly offsetMs: number;
}

const getMonotonicMs = () => performance.timeOrigin + performance.now();

/**
 * The server's clock, estimated from the round trips of requests as NTP does: the quickest one has the smallest
 * error, at most half its time.
 */
export class ServerClock {
  readonly #samples: Sample[] = [];
  readonly #getDeviceMs: () => number;
  readonly #fetchServerTime: () => Promise<{ readonly at: Date }>;

  constructor(
    fetchServerTime = () => call(listenTogetherContract.getServerTime, {}),
    getDeviceMs = getMonotonicMs,
  ) {
    this.#fetchServerTime = fetchServerTime;
    this.#getDeviceMs = getDeviceMs;
  }

  /** Milliseconds since 1970. */
  now(): number {
    const [best] = [...this.#samples].sort((a, b) => a.roundTripMs - b.roundTripMs);
    return this.#getDeviceMs() + (best?.offsetMs ?? 0);
  }

  /** @param count requests, one after the other */
  async measure(count: number): Promise<void> {
    for (let n = 0; n < count; n++) {
      const sentAt = this.#getDeviceMs();
      const { at } = await this.#fetchServerTime();
      const receivedAt = this.#getDeviceMs();
      this.#samples.push({
        roundTripMs: receivedAt - sentAt,
        offsetMs: at.getTime() - (sentAt + receivedAt) / 2,
      });
      if (this.#samples.length > maxSamples) this.#samples.shift();
    }
  }
}
