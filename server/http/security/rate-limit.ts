import type { Request, Response } from "express";
import type { Budget, RouteContract, StreamContract } from "#shared/api/contract.ts";
import { maxReportsPerDay } from "#shared/corrections/contract.ts";
import { maxContentReportsPerDay } from "#shared/moderation/contract.ts";
import type { Services } from "#server/services.ts";
import { getClientIp, getCountedCaller, getIpPrefix } from "./client-ip.ts";
import { charge, tooMany } from "./counters.ts";
import { normalizeEmail, removeAlias } from "./email-alias.ts";
import { limitSignIn } from "./sign-in-limit.ts";

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
  /** Counts the aliases of one mailbox together. */
  readonly countsAliases?: boolean;
}

const budgets: Readonly<Record<Exclude<Budget, "sign-in">, BudgetLimits>> = {
  read: { windowSeconds: 60, each: 1_200, isShared: false },
  search: { windowSeconds: 60, each: 240, isShared: false },
  write: { windowSeconds: 60, each: 240, isShared: false },
  activity: { windowSeconds: 60, each: 60, isShared: false },
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
  share: { windowSeconds: 600, each: 60, isShared: false },
  typing: { windowSeconds: 60, each: 30, isShared: false },
  picture: { windowSeconds: 600, each: 60, isShared: false },
  redeem: { windowSeconds: 3_600, each: 10, isShared: true },
  upload: { windowSeconds: 60, each: 600, isShared: false },
  // Charged for each request with a token, to its address before the token is looked up.
  app: { windowSeconds: 60, each: 600, isShared: false },
  opds: { windowSeconds: 60, each: 240, isShared: false },
};

type Deps = Pick<Services, "settings" | "db" | "clock">;
export type Limit = (req: Request, res: Response) => void | Promise<void>;

/** Charges a request to the budget of its contract. */
export function limitBy(services: Deps, contract: RouteContract | StreamContract): Limit {
  return limitByBudget(services, contract.budget ?? (contract.method === "GET" ? "read" : "write"));
}

export function limitByBudget(services: Deps, budget: Budget): Limit {
  if (budget === "sign-in") return (req, res) => limitSignIn(services, { req, res });
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
/** Above it the oldest is dropped. */
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
    memoryWindows.delete(key);
    const [oldest] = memoryWindows.keys();
    if (oldest !== undefined && memoryWindows.size >= maxWindows) memoryWindows.delete(oldest);
    memoryWindows.set(key, { used: 1, endsAt: now + windowSeconds * 1000 });
  };
}

function limitInDatabase(services: Deps, budget: Budget, limits: BudgetLimits): Limit {
  return async (req, res) => {
    const counters = listCounters(req, services.settings, limits).map(([kind, subject]) => ({
      key: `${budget} ${kind} ${subject}`,
      max: limits[kind] ?? 0,
    }));
    await charge(services, res, counters, limits.windowSeconds);
  };
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
  if (req.appToken) return `token ${req.appToken.id}`;
  return getCountedCaller(req, settings, req.user as { readonly id: string } | undefined);
}

/** The normalized email that a request is about; null for none. */
function getAccount(req: Request, countsAliases = false): string | null {
  const user = req.user as { readonly email: string } | undefined;
  const submittedEmail = (req.body as { readonly email?: unknown } | undefined)?.email;
  if (typeof submittedEmail === "string") {
    const email = normalizeEmail(submittedEmail);
    return countsAliases ? removeAlias(email) : email;
  }
  return user ? user.email : null;
}
