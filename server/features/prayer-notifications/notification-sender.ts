import type { PushFailureReason } from "#shared/push/contract.ts";
import type { PushPayload } from "#shared/push/payload.ts";
import { deliver, reassignDevices, type Settled } from "#server/features/push/service.ts";
import type { Services } from "#server/services.ts";
import { latestDelivery, maxDelayMs } from "./max-delay.ts";
import { notificationPayload } from "./notification-texts.ts";
import { PerHostQueue } from "./per-host-queue.ts";
import {
  type ClaimedNotification,
  cancelAlerts,
  claimNotifications,
  type EndedAlert,
  endAlerts,
  releaseNotifications,
  type SubscribedDevice,
} from "./send-queries.ts";

const batchSize = 1_000;
/** Maximum number of messages in flight per worker, and of notifications while a push service hangs. */
const maxBusy = 4_000;
const maxInHand = 40_000;
/** Results that are stored together. */
const recordedAtOnce = 1_000;
/** Attempts to store results before shutting down. */
const recordedTimes = 3;
const defaultWaits = [1_000, 3_000, 9_000, 20_000];
const firstLookBackMs = 6 * 3_600_000;
const lookedAtOnceMs = 3_600_000;

export type SenderServices = Pick<Services, "db" | "settings" | "webPushClient" | "clock" | "log">;

/** A notification with unfinished devices. */
interface PendingItem {
  readonly call: ClaimedNotification;
  left: number;
  reached: number;
  isLate: boolean;
  /** Messages that may have been delivered. */
  inTransit: number;
  isReleased: boolean;
}

interface SenderOptions {
  readonly waits?: readonly number[];
  readonly send?: typeof deliver;
}

/** Sends due notifications, each once. Several senders can share a schedule, also across processes. */
export class NotificationSender {
  readonly #services: SenderServices;
  readonly #waits: readonly number[];
  readonly #deliver: typeof deliver;
  readonly #lanes = new PerHostQueue();
  readonly #inHand = new Set<PendingItem>();
  #ended: EndedAlert[] = [];
  #settled: Settled[] = [];
  #noting: Promise<void> = Promise.resolve();
  #idle: (() => void)[] = [];
  #lookedUntil: Date | null = null;

  constructor(services: SenderServices, { waits = defaultWaits, send = deliver }: SenderOptions = {}) {
    this.#services = services;
    this.#waits = waits;
    this.#deliver = send;
  }

  /**
   * Claims due notifications up to the capacity and drops expired ones.
   *
   * @returns their number
   */
  async look(): Promise<number> {
    const { db, clock } = this.#services;
    let taken = 0;
    while (this.#lanes.busy < maxBusy && this.#inHand.size < maxInHand) {
      const now = clock();
      const calls = await claimNotifications(db, now, latestDelivery(now), batchSize);
      for (const call of calls) this.#begin(call);
      taken += calls.length;
      if (calls.length < batchSize) break;
    }
    this.#note();
    await this.#dropLate();
    return taken;
  }

  /** Resolves when nothing is in flight and all results are stored. */
  async settle(): Promise<void> {
    if (this.#inHand.size > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
    await this.recordAll();
  }

  /** Releases claimed notifications of which nothing was sent, for other senders. */
  async release(): Promise<void> {
    const back = [...this.#inHand].filter(({ call, left, inTransit }) => {
      return inTransit === 0 && left === call.devices.length;
    });
    for (const inProgress of back) {
      inProgress.isReleased = true;
      this.#leave(inProgress);
    }
    await releaseNotifications(
      this.#services.db,
      back.map(({ call }) => call),
    );
  }

  /** Resolves when the results so far are stored, or cannot be. */
  async recordAll(): Promise<void> {
    for (let times = 0; times < recordedTimes; times++) {
      this.#note();
      await this.#noting;
    }
  }

  async #dropLate(): Promise<void> {
    const { db, clock, log } = this.#services;
    const tooLate = latestDelivery(clock());
    let dropped = 0;
    let from = this.#lookedUntil ?? new Date(tooLate.getTime() - firstLookBackMs);
    while (from < tooLate) {
      const until = new Date(Math.min(from.getTime() + lookedAtOnceMs, tooLate.getTime()));
      dropped += await cancelAlerts(db, from, until);
      this.#lookedUntil = from = until;
    }
    if (dropped > 0)
      log.warn({ event: "prayer-dropped", dropped }, "calls to prayer were too late and dropped");
  }

  #begin(call: ClaimedNotification): void {
    const left = call.devices.length;
    const inProgress = { call, left, reached: 0, isLate: left === 0, inTransit: 0, isReleased: false };
    this.#inHand.add(inProgress);
    const payload = this.#payloadOf(call);
    if (left === 0 || !payload) {
      this.#end(inProgress);
      return;
    }
    for (const device of call.devices) {
      const service = new URL(device.endpoint).host;
      this.#lanes.add(service, () => this.#send(inProgress, device, payload, service, 0));
    }
  }

  #payloadOf(call: ClaimedNotification): PushPayload | null {
    try {
      return notificationPayload(call);
    } catch (error) {
      this.#services.log.error({ err: error }, "a call to prayer could not be put into words");
      return null;
    }
  }

  async #send(
    inProgress: PendingItem,
    device: SubscribedDevice,
    payload: PushPayload,
    lane: string,
    tried: number,
  ): Promise<void> {
    const { call } = inProgress;
    if (inProgress.isReleased) return;
    const leftMs = call.dueAt.getTime() + maxDelayMs - this.#services.clock().getTime();
    const ttl = Math.floor(leftMs / 1000);
    if (ttl < 1) {
      inProgress.isLate = true;
      return this.#done(inProgress, device, "late");
    }
    const topic = `${call.day}-${call.prayer}`;
    inProgress.inTransit += 1;
    const delivery = await this.#deliver(this.#services, device, payload, {
      ttl,
      urgency: "high",
      topic,
    }).catch((error) => {
      this.#services.log.error({ err: error }, "a call to prayer could not be sent");
      return { kind: "failed", fault: "unsure" } as const;
    });
    inProgress.inTransit -= 1;
    if (delivery.kind === "gone") return this.#done(inProgress, device, "gone");
    const wait = this.#waits[tried];
    if (delivery.kind !== "again" || wait === undefined)
      return this.#done(inProgress, device, delivery.fault);
    const waitMs = (delivery.delaySeconds ?? 0) * 1000 || wait;
    // A retry after its expiry counts as failed.
    if (waitMs >= leftMs) return this.#done(inProgress, device, delivery.fault);
    setTimeout(() => {
      this.#lanes.add(lane, () => this.#send(inProgress, device, payload, lane, tried + 1));
    }, waitMs);
  }

  #done(inProgress: PendingItem, { id }: SubscribedDevice, fault: PushFailureReason | "gone" | null): void {
    this.#settled.push({ id, fault });
    if (fault === null) inProgress.reached += 1;
    inProgress.left -= 1;
    if (inProgress.left === 0) this.#end(inProgress);
  }

  #end(inProgress: PendingItem): void {
    const { call, reached, isLate } = inProgress;
    const { userId, day, prayer, minutes, devices } = call;
    const state = reached > 0 ? "sent" : isLate ? "dropped" : "failed";
    this.#ended.push({ userId, day, prayer, minutes, state, reached, missed: devices.length - reached });
    if (this.#ended.length >= recordedAtOnce) this.#note();
    this.#leave(inProgress);
  }

  #leave(inProgress: PendingItem): void {
    this.#inHand.delete(inProgress);
    if (this.#inHand.size === 0) for (const resolve of this.#idle.splice(0)) resolve();
  }

  /** Stores results of notifications and devices; failures are retried with the next ones. */
  #note(): void {
    const { log } = this.#services;
    const [ended, settled] = [this.#ended, this.#settled];
    if (ended.length === 0) return;
    [this.#ended, this.#settled] = [[], []];
    this.#noting = this.#noting
      .then(() => endAlerts(this.#services.db, ended))
      .then(
        () => reassignDevices(this.#services, settled),
        (error) => {
          this.#ended.push(...ended);
          this.#settled.push(...settled);
          throw error;
        },
      )
      .catch((error) => log.error({ err: error, calls: ended.length }, "what became of calls was not noted"));
  }
}
