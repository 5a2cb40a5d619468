import { hash } from "node:crypto";
import type { Response } from "express";
import { ProblemError, reason } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { decrementCounters, incrementCounters } from "./rate-limit-queries.ts";

type Deps = Pick<Services, "db" | "clock" | "settings">;

export const hashKey = (key: string): string => hash("sha256", key, "base64url");

/** Whether this is the first claim of the key within the window, over all processes. */
export async function claimOnce(
  { db, clock }: Pick<Deps, "db" | "clock">,
  key: string,
  windowSeconds: number,
): Promise<boolean> {
  const [claimed] = await incrementCounters(db, [{ key: hashKey(key), windowSeconds }], clock());
  return claimed?.used === 1;
}

/** A counter and its maximum, before the operator's factor. */
export interface Counter {
  readonly key: string;
  readonly max: number;
}

export interface UsedCounter {
  readonly used: number;
  readonly endsAt: Date;
}

/**
 * Increments counters.
 *
 * @returns them by key
 * @throws {ProblemError} `too_many_requests` above a maximum
 */
export async function charge(
  { db, clock, settings }: Deps,
  res: Response,
  counters: readonly Counter[],
  windowSeconds: number,
): Promise<ReadonlyMap<string, UsedCounter>> {
  const now = clock();
  const byHash = new Map(counters.map((counter) => [hashKey(counter.key), counter]));
  const increments = [...byHash.keys()].map((key) => ({ key, windowSeconds }));
  const updated = await incrementCounters(db, increments, now);
  const exceeded = updated.filter(
    ({ key, used }) => used > (byHash.get(key)?.max ?? 0) * settings.rateLimitFactor,
  );
  if (exceeded.length > 0) {
    const until = Math.max(...exceeded.map(({ endsAt }) => endsAt.getTime()));
    throw tooMany(res, (until - now.getTime()) / 1000);
  }
  return new Map(updated.map(({ key, ...used }) => [byHash.get(key)?.key ?? key, used]));
}

export function refund({ db }: Pick<Deps, "db">, counters: readonly Counter[]): Promise<void> {
  return decrementCounters(
    db,
    counters.map(({ key }) => hashKey(key)),
  );
}

/** Refunds counters that count failures only. */
export function refundOnSuccess(
  services: Pick<Deps, "db">,
  res: Response,
  counters: readonly Counter[],
): void {
  res.once("finish", () => {
    if (res.statusCode < 400) refund(services, counters).catch(() => {});
  });
}

export function tooMany(
  res: Response,
  seconds: number,
  code: "too_many_attempts" | "proof_required" = "too_many_attempts",
): ProblemError {
  const waitSeconds = Math.max(1, Math.ceil(seconds));
  res.setHeader("Retry-After", String(waitSeconds));
  const minutes = waitSeconds <= 90 ? 1 : Math.ceil(waitSeconds / 60);
  return new ProblemError("too_many_requests", reason(code, { minutes }));
}
