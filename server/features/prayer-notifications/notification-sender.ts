import type { PushFailureReason } from "#shared/push/contract.ts";
import type { PushPayload } from "#shared/push/payload.ts";
import { type DeliveryResult, deliver, recordDeliveries } from "#server/features/push/service.ts";
import type { Services } from "#server/services.ts";
import { getLatestDelivery, maxDelayMs } from "./max-delay.ts";
import { createPayload } from "./notification-texts.ts";
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
const maxRunning = 4_000;
const maxPending = 40_000;
/** Results that are stored together. */
const recordBatchSize = 1_000;
/** Attempts to store results before shutting down. */
const recordedTimes = 3;
const defaultRetryDelays = [1_000, 3_000, 9_000, 20_000];
const firstLookbackMs = 6 * 3_600_000;
const windowMs = 3_600_000;

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
  readonly retryDelays?: readonly number[];
  readonly send?: typeof deliver;
}

/** Sends due notifications, each once. Several senders can share a schedule, also across processes. */
export class NotificationSender {
  readonly #services: SenderServices;
  readonly #retryDelays: readonly number[];
  readonly #deliver: typeof deliver;
  readonly #hosts = new PerHostQueue();
  readonly #pending = new Set<PendingItem>();
  #ended: EndedAlert[] = [];
  #finished: DeliveryResult[] = [];
  #noting: Promise<void> = Promise.resolve();
  #idle: (() => void)[] = [];
  #checkedUntil: Date | null = null;

  constructor(
    services: SenderServices,
    { retryDelays = defaultRetryDelays, send = deliver }: SenderOptions = {},
  ) {
    this.#services = services;
    this.#retryDelays = retryDelays;
    this.#deliver = send;
  }

  /**
   * Claims due notifications up to the capacity and drops expired ones.
   *
   * @returns their number
   */
  async sendDue(): Promise<number> {
    const { db, clock } = this.#services;
    let claimed = 0;
    while (this.#hosts.running < maxRunning && this.#pending.size < maxPending) {
      const now = clock();
      const calls = await claimNotifications(db, now, getLatestDelivery(now), batchSize);
      for (const call of calls) this.#begin(call);
      claimed += calls.length;
      if (calls.length < batchSize) break;
    }
    this.#recordResult();
    await this.#dropLate();
    return claimed;
  }

  /** Resolves when nothing is in flight and all results are stored. */
  async drain(): Promise<void> {
    if (this.#pending.size > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
    await this.recordAll();
  }

  /** Releases claimed notifications of which nothing was sent, for other senders. */
  async release(): Promise<void> {
    const back = [...this.#pending].filter(({ call, left, inTransit }) => {
      return inTransit === 0 && left === call.devices.length;
    });
    for (const inProgress of back) {
      inProgress.isReleased = true;
      this.#finish(inProgress);
    }
    await releaseNotifications(
      this.#services.db,
      back.map(({ call }) => call),
    );
  }

  /** Resolves when the results so far are stored, or cannot be. */
  async recordAll(): Promise<void> {
    for (let times = 0; times < recordedTimes; times++) {
      this.#recordResult();
      await this.#noting;
    }
  }

  async #dropLate(): Promise<void> {
    const { db, clock, log } = this.#services;
    const tooLate = getLatestDelivery(clock());
    let dropped = 0;
    let from = this.#checkedUntil ?? new Date(tooLate.getTime() - firstLookbackMs);
    while (from < tooLate) {
      const until = new Date(Math.min(from.getTime() + windowMs, tooLate.getTime()));
      dropped += await cancelAlerts(db, from, until);
      this.#checkedUntil = from = until;
    }
    if (dropped > 0)
      log.warn({ event: "prayer-dropped", dropped }, "calls to prayer were too late and dropped");
  }

  #begin(call: ClaimedNotification): void {
    const left = call.devices.length;
    const inProgress = { call, left, reached: 0, isLate: left === 0, inTransit: 0, isReleased: false };
    this.#pending.add(inProgress);
    const payload = this.#getPayload(call);
    if (left === 0 || !payload) {
      this.#end(inProgress);
      return;
    }
    for (const device of call.devices) {
      const service = new URL(device.endpoint).host;
      this.#hosts.add(service, () => this.#send(inProgress, device, payload, service, 0));
    }
  }

  #getPayload(call: ClaimedNotification): PushPayload | null {
    try {
      return createPayload(call);
    } catch (error) {
      this.#services.log.error({ err: error }, "a call to prayer could not be put into words");
      return null;
    }
  }

  async #send(
    inProgress: PendingItem,
    device: SubscribedDevice,
    payload: PushPayload,
    host: string,
    attempt: number,
  ): Promise<void> {
    const { call } = inProgress;
    if (inProgress.isReleased) return;
    const remainingMs = call.dueAt.getTime() + maxDelayMs - this.#services.clock().getTime();
    const ttl = Math.floor(remainingMs / 1000);
    if (ttl < 1) {
      inProgress.isLate = true;
      return this.#onDeviceDone(inProgress, device, "late");
    }
    const topic = `${call.day}-${call.prayer}`;
    inProgress.inTransit += 1;
    const delivery = await this.#deliver(this.#services, device, payload, {
      ttl,
      urgency: "high",
      topic,
    }).catch((error) => {
      this.#services.log.error({ err: error }, "a call to prayer could not be sent");
      return { kind: "failed", failure: "unsure" } as const;
    });
    inProgress.inTransit -= 1;
    if (delivery.kind === "gone") return this.#onDeviceDone(inProgress, device, "gone");
    const delay = this.#retryDelays[attempt];
    if (delivery.kind !== "again" || delay === undefined)
      return this.#onDeviceDone(inProgress, device, delivery.failure);
    const delayMs = (delivery.delaySeconds ?? 0) * 1000 || delay;
    // A retry after its expiry counts as failed.
    if (delayMs >= remainingMs) return this.#onDeviceDone(inProgress, device, delivery.failure);
    setTimeout(() => {
      this.#hosts.add(host, () => this.#send(inProgress, device, payload, host, attempt + 1));
    }, delayMs);
  }

  #onDeviceDone(
    inProgress: PendingItem,
    { id }: SubscribedDevice,
    failure: PushFailureReason | "gone" | null,
  ): void {
    this.#finished.push({ id, failure });
    if (failure === null) inProgress.reached += 1;
    inProgress.left -= 1;
    if (inProgress.left === 0) this.#end(inProgress);
  }

  #end(inProgress: PendingItem): void {
    const { call, reached, isLate } = inProgress;
    const { userId, day, prayer, minutes, devices } = call;
    const state = reached > 0 ? "sent" : isLate ? "dropped" : "failed";
    this.#ended.push({ userId, day, prayer, minutes, state, reached, missed: devices.length - reached });
    if (this.#ended.length >= recordBatchSize) this.#recordResult();
    this.#finish(inProgress);
  }

  #finish(inProgress: PendingItem): void {
    this.#pending.delete(inProgress);
    if (this.#pending.size === 0) for (const resolve of this.#idle.splice(0)) resolve();
  }

  /** Stores results of notifications and devices; failures are retried with the next ones. */
  #recordResult(): void {
    const { log } = this.#services;
    const [ended, finished] = [this.#ended, this.#finished];
    if (ended.length === 0) return;
    [this.#ended, this.#finished] = [[], []];
    this.#noting = this.#noting
      .then(() => endAlerts(this.#services.db, ended))
      .then(
        () => recordDeliveries(this.#services, finished),
        (error) => {
          this.#ended.push(...ended);
          this.#finished.push(...finished);
          throw error;
        },
      )
      .catch((error) => log.error({ err: error, calls: ended.length }, "what became of calls was not noted"));
  }
}
