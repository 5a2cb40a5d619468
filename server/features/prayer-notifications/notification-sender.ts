import type { PushFailureReason } from "#shared/push/contract.ts";
import type { PushPayload } from "#shared/push/payload.ts";
import { type DeliveryResult, deliver, recordDeliveries } from "#server/features/push/service.ts";
import { getAreaLog } from "#server/logging/log.ts";
import type { Services } from "#server/services.ts";
import { getLatestDelivery, maxDelayMs } from "./max-delay.ts";
import { createPayload } from "./notification-texts.ts";
import { PerHostQueue } from "./per-host-queue.ts";
import {
  type ClaimedNotification,
  claimNotifications,
  dropExpired,
  type NotificationResult,
  recordResults,
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
const recordAttempts = 3;
const defaultRetryDelays = [1_000, 3_000, 9_000, 20_000];
const firstLookbackMs = 6 * 3_600_000;
const windowMs = 3_600_000;

export type SenderServices = Pick<Services, "db" | "settings" | "webPushClient" | "clock" | "log">;

/** A notification with unfinished devices. */
interface PendingItem {
  readonly notification: ClaimedNotification;
  devicesLeft: number;
  delivered: number;
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
  #notificationResults: NotificationResult[] = [];
  #deviceResults: DeliveryResult[] = [];
  #recording: Promise<void> = Promise.resolve();
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
      const notifications = await claimNotifications(db, now, getLatestDelivery(now), batchSize);
      for (const notification of notifications) this.#begin(notification);
      claimed += notifications.length;
      if (notifications.length < batchSize) break;
    }
    this.#recordResults();
    await this.#dropExpired();
    return claimed;
  }

  /** Resolves when nothing is in flight and all results are stored. */
  async drain(): Promise<void> {
    if (this.#pending.size > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
    await this.recordAll();
  }

  /** Releases claimed notifications of which nothing was sent, for other senders. */
  async release(): Promise<void> {
    const released = [...this.#pending].filter(({ notification, devicesLeft, inTransit }) => {
      return inTransit === 0 && devicesLeft === notification.devices.length;
    });
    for (const item of released) {
      item.isReleased = true;
      this.#finish(item);
    }
    await releaseNotifications(
      this.#services.db,
      released.map(({ notification }) => notification),
    );
  }

  /** Resolves when the results so far are stored, or cannot be. */
  async recordAll(): Promise<void> {
    for (let times = 0; times < recordAttempts; times++) {
      this.#recordResults();
      await this.#recording;
    }
  }

  async #dropExpired(): Promise<void> {
    const { db, clock, log } = this.#services;
    const tooLate = getLatestDelivery(clock());
    let dropped = 0;
    let from = this.#checkedUntil ?? new Date(tooLate.getTime() - firstLookbackMs);
    while (from < tooLate) {
      const until = new Date(Math.min(from.getTime() + windowMs, tooLate.getTime()));
      dropped += await dropExpired(db, from, until);
      this.#checkedUntil = from = until;
    }
    if (dropped > 0)
      getAreaLog(log, "push").warn(
        { event: "prayer-dropped", dropped },
        "expired prayer notifications dropped",
      );
  }

  #begin(notification: ClaimedNotification): void {
    const devicesLeft = notification.devices.length;
    const item = {
      notification,
      devicesLeft,
      delivered: 0,
      isLate: devicesLeft === 0,
      inTransit: 0,
      isReleased: false,
    };
    this.#pending.add(item);
    const payload = this.#getPayload(notification);
    if (devicesLeft === 0 || !payload) {
      this.#end(item);
      return;
    }
    for (const device of notification.devices) {
      const service = new URL(device.endpoint).host;
      this.#hosts.add(service, () => this.#send(item, device, payload, service, 0));
    }
  }

  #getPayload(notification: ClaimedNotification): PushPayload | null {
    try {
      return createPayload(notification);
    } catch (error) {
      getAreaLog(this.#services.log, "push").error({ err: error }, "prayer notification: payload failed");
      return null;
    }
  }

  async #send(
    item: PendingItem,
    device: SubscribedDevice,
    payload: PushPayload,
    host: string,
    attempt: number,
  ): Promise<void> {
    const { notification } = item;
    if (item.isReleased) return;
    const remainingMs = notification.dueAt.getTime() + maxDelayMs - this.#services.clock().getTime();
    const ttl = Math.floor(remainingMs / 1000);
    if (ttl < 1) {
      item.isLate = true;
      return this.#onDeviceDone(item, device, "late");
    }
    const topic = `${notification.day}-${notification.prayer}`;
    item.inTransit += 1;
    const delivery = await this.#deliver(this.#services, device, payload, {
      ttl,
      urgency: "high",
      topic,
    }).catch((error) => {
      getAreaLog(this.#services.log, "push").error({ err: error }, "prayer notification: sending failed");
      return { kind: "failed", failure: "unknown" } as const;
    });
    item.inTransit -= 1;
    if (delivery.kind === "gone") return this.#onDeviceDone(item, device, "gone");
    const delay = this.#retryDelays[attempt];
    if (delivery.kind !== "retry" || delay === undefined)
      return this.#onDeviceDone(item, device, delivery.failure);
    const delayMs = (delivery.delaySeconds ?? 0) * 1000 || delay;
    // A retry after its expiry counts as failed.
    if (delayMs >= remainingMs) return this.#onDeviceDone(item, device, delivery.failure);
    setTimeout(() => {
      this.#hosts.add(host, () => this.#send(item, device, payload, host, attempt + 1));
    }, delayMs);
  }

  #onDeviceDone(
    item: PendingItem,
    { id }: SubscribedDevice,
    failure: PushFailureReason | "gone" | null,
  ): void {
    this.#deviceResults.push({ id, failure });
    if (failure === null) item.delivered += 1;
    item.devicesLeft -= 1;
    if (item.devicesLeft === 0) this.#end(item);
  }

  #end(item: PendingItem): void {
    const { notification, delivered, isLate } = item;
    const { userId, day, prayer, minutes, devices } = notification;
    const state = delivered > 0 ? "sent" : isLate ? "dropped" : "failed";
    this.#notificationResults.push({
      userId,
      day,
      prayer,
      minutes,
      state,
      reached: delivered,
      missed: devices.length - delivered,
    });
    if (this.#notificationResults.length >= recordBatchSize) this.#recordResults();
    this.#finish(item);
  }

  #finish(item: PendingItem): void {
    this.#pending.delete(item);
    if (this.#pending.size === 0) for (const resolve of this.#idle.splice(0)) resolve();
  }

  /** Stores results of notifications and devices; failures are retried with the next ones. */
  #recordResults(): void {
    const { log } = this.#services;
    const [results, finished] = [this.#notificationResults, this.#deviceResults];
    if (results.length === 0) return;
    [this.#notificationResults, this.#deviceResults] = [[], []];
    this.#recording = this.#recording
      .then(() => recordResults(this.#services.db, results))
      .then(
        () => recordDeliveries(this.#services, finished),
        (error) => {
          this.#notificationResults.push(...results);
          this.#deviceResults.push(...finished);
          throw error;
        },
      )
      .catch((error) =>
        getAreaLog(log, "push").error(
          { err: error, notifications: results.length },
          "prayer notifications: storing results failed",
        ),
      );
  }
}
