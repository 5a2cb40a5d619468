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

/** Calls taken at a time. */
const atOnce = 1_000;
/** Messages that this worker has on their way or waiting at most, and calls when many wait for a push service that hangs. */
const maxBusy = 4_000;
const maxInHand = 40_000;
/** Ended calls that are noted together. */
const notedAtOnce = 1_000;
/** So often it is tried to note what became of calls, before one is stopped. */
const notedTimes = 3;
/** Milliseconds to wait before what was surely not taken is sent again, if its push service names no other time. */
const defaultWaits = [1_000, 3_000, 9_000, 20_000];
/** The first look for what nobody sent goes back so far; the sweep sees to the rest. Hour by hour, as there may be much. */
const firstLookBackMs = 6 * 3_600_000;
const lookedAtOnceMs = 3_600_000;

export type SenderServices = Pick<Services, "db" | "settings" | "pushGate" | "clock" | "log">;

/** A call whose devices are not all done with. */
interface InHand {
  readonly call: ClaimedNotification;
  left: number;
  reached: number;
  isLate: boolean;
  /** Messages that may arrive by now. */
  onTheirWay: number;
  /** Somebody else sends it. */
  isGivenBack: boolean;
}

interface SenderOptions {
  /** Milliseconds before each further try. */
  readonly waits?: readonly number[];
  /** How a message leaves; the bench counts them instead. */
  readonly send?: typeof deliver;
}

/** Sends the calls that are due, each once. Any number of them work on the same schedule, in any number of processes. */
export class NotificationSender {
  readonly #services: SenderServices;
  readonly #waits: readonly number[];
  readonly #deliver: typeof deliver;
  readonly #lanes = new PerHostQueue();
  readonly #inHand = new Set<InHand>();
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

  /** Takes what is due until there is no more or the hands are full, and drops what is too late. @returns how many. */
  async look(): Promise<number> {
    const { db, clock } = this.#services;
    let taken = 0;
    while (this.#lanes.busy < maxBusy && this.#inHand.size < maxInHand) {
      const now = clock();
      const calls = await claimNotifications(db, now, latestDelivery(now), atOnce);
      for (const call of calls) this.#begin(call);
      taken += calls.length;
      if (calls.length < atOnce) break;
    }
    this.#note();
    await this.#dropLate();
    return taken;
  }

  /** Resolves when nothing is in hand and everything is noted. */
  async settle(): Promise<void> {
    if (this.#inHand.size > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
    await this.noteAll();
  }

  /** Gives back the calls of which surely nothing has left, for others to send while there is time. */
  async giveBack(): Promise<void> {
    const back = [...this.#inHand].filter(({ call, left, onTheirWay }) => {
      return onTheirWay === 0 && left === call.devices.length;
    });
    for (const inHand of back) {
      inHand.isGivenBack = true;
      this.#leave(inHand);
    }
    await releaseNotifications(
      this.#services.db,
      back.map(({ call }) => call),
    );
  }

  /** Resolves when what became of calls so far is written down, or cannot be. */
  async noteAll(): Promise<void> {
    for (let times = 0; times < notedTimes; times++) {
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
    const inHand = { call, left, reached: 0, isLate: left === 0, onTheirWay: 0, isGivenBack: false };
    this.#inHand.add(inHand);
    const payload = this.#payloadOf(call);
    if (left === 0 || !payload) {
      this.#end(inHand);
      return;
    }
    for (const device of call.devices) {
      const service = new URL(device.endpoint).host;
      this.#lanes.add(service, () => this.#send(inHand, device, payload, service, 0));
    }
  }

  /** Null for a call that cannot be said: one that fails keeps no other from being sent. */
  #payloadOf(call: ClaimedNotification): PushPayload | null {
    try {
      return notificationPayload(call);
    } catch (error) {
      this.#services.log.error({ err: error }, "a call to prayer could not be put into words");
      return null;
    }
  }

  async #send(
    inHand: InHand,
    device: SubscribedDevice,
    payload: PushPayload,
    lane: string,
    tried: number,
  ): Promise<void> {
    const { call } = inHand;
    if (inHand.isGivenBack) return;
    const leftMs = call.dueAt.getTime() + maxDelayMs - this.#services.clock().getTime();
    const ttl = Math.floor(leftMs / 1000);
    if (ttl < 1) {
      inHand.isLate = true;
      return this.#done(inHand, device, "late");
    }
    const topic = `${call.day}-${call.prayer}`;
    inHand.onTheirWay += 1;
    const delivery = await this.#deliver(this.#services, device, payload, {
      ttl,
      urgency: "high",
      topic,
    }).catch((error) => {
      this.#services.log.error({ err: error }, "a call to prayer could not be sent");
      return { kind: "failed", fault: "unsure" } as const;
    });
    inHand.onTheirWay -= 1;
    if (delivery.kind === "gone") return this.#done(inHand, device, "gone");
    const wait = this.#waits[tried];
    if (delivery.kind !== "again" || wait === undefined) return this.#done(inHand, device, delivery.fault);
    const waitMs = (delivery.afterSeconds ?? 0) * 1000 || wait;
    // Told to wait for longer than it is of use, it has failed.
    if (waitMs >= leftMs) return this.#done(inHand, device, delivery.fault);
    setTimeout(() => {
      this.#lanes.add(lane, () => this.#send(inHand, device, payload, lane, tried + 1));
    }, waitMs);
  }

  #done(inHand: InHand, { id }: SubscribedDevice, fault: PushFailureReason | "gone" | null): void {
    this.#settled.push({ id, fault });
    if (fault === null) inHand.reached += 1;
    inHand.left -= 1;
    if (inHand.left === 0) this.#end(inHand);
  }

  #end(inHand: InHand): void {
    const { call, reached, isLate } = inHand;
    const { userId, day, prayer, minutes, devices } = call;
    const state = reached > 0 ? "sent" : isLate ? "dropped" : "failed";
    this.#ended.push({ userId, day, prayer, minutes, state, reached, missed: devices.length - reached });
    if (this.#ended.length >= notedAtOnce) this.#note();
    this.#leave(inHand);
  }

  #leave(inHand: InHand): void {
    this.#inHand.delete(inHand);
    if (this.#inHand.size === 0) for (const resolve of this.#idle.splice(0)) resolve();
  }

  /** Writes down what became of calls and devices; what cannot be written is tried again with the next. */
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
