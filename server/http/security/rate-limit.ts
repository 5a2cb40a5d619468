import { hash } from "node:crypto";
import type { Request, Response } from "express";
import type { Budget, RouteContract, StreamContract } from "#shared/api/contract.ts";
import { maxReportsPerDay } from "#shared/corrections/contract.ts";
import { maxContentReportsPerDay } from "#shared/moderation/contract.ts";
import { ProblemError, reason } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { getClientIp, getIpPrefix } from "./client-ip.ts";
import { removeAlias } from "./email-alias.ts";
import { decrementCounters, incrementCounters } from "./rate-limit-queries.ts";

/** Requests per window, by subject. */
interface BudgetLimits {
  readonly windowSeconds: number;
  /** A signed-in reader, else an IP address (IPv6: a /56). */
  readonly each?: number;
  readonly ip?: number;
  readonly account?: number;
  /** All clients together. */
  readonly all?: number;
  /** Counted in the database for all processes; otherwise per process. */
  readonly isShared: boolean;
  readonly countsFailuresOnly?: boolean;
  /** Counts the aliases of one mailbox together. */
  readonly countsAliases?: boolean;
}

const budgets: Readonly<Record<Budget, BudgetLimits>> = {
  read: { windowSeconds: 60, each: 1_200, isShared: false },
  search: { windowSeconds: 60, each: 240, isShared: false },
  write: { windowSeconds: 60, each: 240, isShared: false },
  activity: { windowSeconds: 60, each: 60, isShared: false },
  "sign-in": {
    windowSeconds: 600,
    ip: 20,
    account: 20,
    all: 6_000,
    isShared: true,
    countsFailuresOnly: true,
  },
  "sign-up": {
    windowSeconds: 3_600,
    ip: 10,
    account: 3,
    all: 1_000,
    isShared: true,
    countsAliases: true,
  },
  mail: { windowSeconds: 3_600, ip: 10, account: 5, all: 1_000, isShared: true },
  export: { windowSeconds: 3_600, each: 10, isShared: true },
  import: { windowSeconds: 600, each: 20, isShared: false },
  report: { windowSeconds: 86_400, each: maxReportsPerDay, isShared: true },
  "content-report": { windowSeconds: 86_400, each: maxContentReportsPerDay, isShared: true },
  friend: { windowSeconds: 86_400, each: 20, isShared: true },
  message: { windowSeconds: 60, each: 20, isShared: false },
  typing: { windowSeconds: 60, each: 30, isShared: false },
  picture: { windowSeconds: 600, each: 60, isShared: false },
  redeem: { windowSeconds: 3_600, each: 10, isShared: true },
  upload: { windowSeconds: 60, each: 600, isShared: false },
};

type Deps = Pick<Services, "settings" | "db" | "clock">;
export type Limit = (req: Request, res: Response) => void | Promise<void>;

/** Charges a request to the budget of its contract. */
export function limitBy(services: Deps, contract: RouteContract | StreamContract): Limit {
  return limitByBudget(services, contract.budget ?? (contract.method === "GET" ? "read" : "write"));
}

export function limitByBudget(services: Deps, budget: Budget): Limit {
  const limits = budgets[budget];
  return limits.isShared
    ? limitInDatabase(services, budget, limits)
    : limitInMemory(services, budget, limits);
}

interface Window {
  used: number;
  /** By `performance.now()`. */
  readonly endsAt: number;
}

const windows = new WeakMap<object, Map<string, Window>>();
const maxWindows = 100_000;

/** In-memory counters: no query, no promise. */
function limitInMemory({ settings }: Deps, budget: Budget, { windowSeconds, each = 0 }: BudgetLimits): Limit {
  const memoryWindows = windows.get(settings) ?? new Map<string, Window>();
  windows.set(settings, memoryWindows);
  const max = each * settings.rateLimitFactor;
  return (req, res) => {
    const now = performance.now();
    const key = `${budget} ${getCaller(req, settings)}`;
    const found = memoryWindows.get(key);
    if (found && found.endsAt > now) {
      found.used += 1;
      if (found.used > max) throw tooMany(res, (found.endsAt - now) / 1000);
      return;
    }
    if (memoryWindows.size >= maxWindows) memoryWindows.clear();
    memoryWindows.set(key, { used: 1, endsAt: now + windowSeconds * 1000 });
  };
}

function limitInDatabase(services: Deps, budget: Budget, limits: BudgetLimits): Limit {
  const { settings, db, clock } = services;
  return async (req, res) => {
    const max = new Map<string, number>();
    for (const [kind, counterKey] of listCounters(req, settings, limits)) {
      max.set(
        hash("sha256", `${budget} ${kind} ${counterKey}`, "base64url"),
        (limits[kind] ?? 0) * settings.rateLimitFactor,
      );
    }
    const increments = [...max.keys()].map((key) => ({ key, windowSeconds: limits.windowSeconds }));
    const now = clock();
    const counters = await incrementCounters(db, increments, now);
    const exceeded = counters.filter(({ key, used }) => used > (max.get(key) ?? 0));
    if (exceeded.length > 0) {
      const until = Math.max(...exceeded.map(({ endsAt }) => endsAt.getTime()));
      throw tooMany(res, (until - now.getTime()) / 1000);
    }
    if (limits.countsFailuresOnly) refundOnSuccess(services, res, [...max.keys()]);
  };
}

/** Charges a budget for an account that the request does not name. */
export async function limitAccount(
  services: Deps,
  { res }: { readonly res: Response },
  budget: Budget,
  email: string,
): Promise<void> {
  const { account = 0, windowSeconds } = budgets[budget];
  const key = hash("sha256", `${budget} account ${email}`, "base64url");
  const now = services.clock();
  const [counters] = await incrementCounters(services.db, [{ key, windowSeconds }], now);
  if (counters && counters.used > account * services.settings.rateLimitFactor) {
    throw tooMany(res, (counters.endsAt.getTime() - now.getTime()) / 1000);
  }
  refundOnSuccess(services, res, [key]);
}

/** Whether this is the first claim of the key within the window, over all processes. */
export async function claimOnce({ db, clock }: Deps, key: string, windowSeconds: number): Promise<boolean> {
  const [claimed] = await incrementCounters(
    db,
    [{ key: hash("sha256", key, "base64url"), windowSeconds }],
    clock(),
  );
  return claimed?.used === 1;
}

type Kind = "each" | "ip" | "account" | "all";

function listCounters(req: Request, settings: Deps["settings"], limits: BudgetLimits): [Kind, string][] {
  const counted: [Kind, string][] = [];
  if (limits.each !== undefined) counted.push(["each", getCaller(req, settings)]);
  if (limits.ip !== undefined) counted.push(["ip", getIpPrefix(getClientIp(req, settings))]);
  const account = getAccount(req, limits.countsAliases);
  if (limits.account !== undefined && account !== null) counted.push(["account", account]);
  if (limits.all !== undefined) counted.push(["all", ""]);
  return counted;
}

function getCaller(req: Request, settings: Deps["settings"]): string {
  const user = req.user as { readonly id: string } | undefined;
  return user ? user.id : getIpPrefix(getClientIp(req, settings));
}

/** The normalized email that a request is about; null for none. */
function getAccount(req: Request, countsAliases = false): string | null {
  const user = req.user as { readonly email: string } | undefined;
  const submittedEmail = (req.body as { readonly email?: unknown } | undefined)?.email;
  if (typeof submittedEmail === "string") {
    const email = submittedEmail.normalize("NFKC").trim().toLowerCase().slice(0, 254);
    return countsAliases ? removeAlias(email) : email;
  }
  return user ? user.email : null;
}

function refundOnSuccess({ db }: Deps, res: Response, keys: readonly string[]): void {
  res.once("finish", () => {
    if (res.statusCode < 400) decrementCounters(db, keys).catch(() => {});
  });
}

function tooMany(res: Response, seconds: number): ProblemError {
  const waitSeconds = Math.max(1, Math.ceil(seconds));
  res.setHeader("Retry-After", String(waitSeconds));
  const minutes = waitSeconds <= 90 ? 1 : Math.ceil(waitSeconds / 60);
  return new ProblemError("too_many_requests", reason("too_many_attempts", { minutes }));
}
