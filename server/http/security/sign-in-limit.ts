import type { Request, Response } from "express";
import type { Services } from "#server/services.ts";
import { getClientIp, getIpPrefix } from "./client-ip.ts";
import { type Counter, charge, refund, refundOnSuccess, tooMany, type UsedCounter } from "./counters.ts";
import { normalizeEmail } from "./email-alias.ts";
import { findDeviceKey } from "./known-devices.ts";
import { consumeProof } from "./proof-of-work.ts";

type Deps = Pick<Services, "db" | "clock" | "settings">;

interface Exchange {
  readonly req: Request;
  readonly res: Response;
}

const windowSeconds = 600;

/** Failures in a window before a proof of work is needed, and before attempts are refused. */
const limits = {
  /** Of one account, from one device or network. */
  account: { proof: 10, max: 20 },
  /** Of one account, from all devices that never signed in to it. */
  unknownDevices: { proof: 30, max: 100 },
  /** Of one network, from devices that never signed in to the account. */
  network: { proof: 100, max: 1_000 },
  /** Of one network, for requests that name no account. */
  tokens: { max: 100 },
  all: { max: 6_000 },
} as const;

type Limited = Counter & { readonly proof?: number };

/** Counts failures only. */
export async function limitSignIn(services: Deps, { req, res }: Exchange): Promise<void> {
  const email = readEmail(req);
  const user = req.user as { readonly id: string } | undefined;
  if (email !== null) return limitCredentials(services, { req, res }, email);
  if (user) return limitAttempts({ ...services, res }, `user ${user.id}`);
  await chargeFailures(services, res, [
    { key: `sign-in tokens ${getNetwork(services, req)}`, ...limits.tokens },
  ]);
}

/** Counts failures of an account that the request does not name. */
export async function limitAttempts(context: Deps & Pick<Exchange, "res">, subject: string): Promise<void> {
  await chargeFailures(context, context.res, [{ key: `sign-in ${subject}`, max: limits.account.max }]);
}

/** @throws {ProblemError} `too_many_requests`, with the reason `proof_required` where a proof of work is enough */
async function limitCredentials(services: Deps, { req, res }: Exchange, email: string): Promise<void> {
  const network = getNetwork(services, req);
  const device = findDeviceKey(services, req, email);
  const own: Limited = { key: `sign-in ${email} ${device ?? network}`, ...limits.account };
  const shared: Limited[] = [
    { key: `sign-in unknown devices ${email}`, ...limits.unknownDevices },
    { key: `sign-in network ${network}`, ...limits.network },
    { key: "sign-in all", ...limits.all },
  ];
  const counters = device === null ? [own, ...shared] : [own];
  // Attempts refused for one account and network do not count in other budgets.
  const used = new Map(await charge(services, res, [own], windowSeconds));
  if (device === null)
    for (const entry of await charge(services, res, shared, windowSeconds)) used.set(...entry);
  await requireProof(services, { req, res }, counters, used);
  refundOnSuccess(services, res, counters);
}

async function requireProof(
  services: Deps,
  { req, res }: Exchange,
  counters: readonly Limited[],
  used: ReadonlyMap<string, UsedCounter>,
): Promise<void> {
  const factor = services.settings.rateLimitFactor;
  const endings = counters.flatMap(({ key, proof }) => {
    const counter = used.get(key);
    return proof !== undefined && counter && counter.used > proof * factor ? [counter.endsAt.getTime()] : [];
  });
  const { proof } = (req.body ?? {}) as { readonly proof?: unknown };
  if (endings.length === 0 || (await consumeProof(services, proof))) return;
  await refund(services, counters);
  throw tooMany(res, (Math.max(...endings) - services.clock().getTime()) / 1000, "proof_required");
}

async function chargeFailures(services: Deps, res: Response, counters: readonly Counter[]): Promise<void> {
  await charge(services, res, counters, windowSeconds);
  refundOnSuccess(services, res, counters);
}

const getNetwork = ({ settings }: Deps, req: Request) => getIpPrefix(getClientIp(req, settings));

function readEmail(req: Request): string | null {
  const { email } = (req.body ?? {}) as { readonly email?: unknown };
  return typeof email === "string" ? normalizeEmail(email) : null;
}
