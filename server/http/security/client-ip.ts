import { isIPv6 } from "node:net";
import type { Request } from "express";
import type { Settings } from "#server/settings.ts";

/**
 * The client's IP. `X-Forwarded-For` is read only behind a configured proxy, up to the first untrusted
 * address.
 */
export function getClientIp(req: Request, { trustedProxies }: Pick<Settings, "trustedProxies">): string {
  const ip = (trustedProxies ? req.ip : req.socket.remoteAddress) ?? "";
  return ip.startsWith("::ffff:") && ip.includes(".") ? ip.slice(7) : ip;
}

/** The rate-limit key of an IP address: IPv4 as it is, IPv6 by its /56, which a household gets. */
export function getIpPrefix(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const groups = parseIpGroups(ip);
  return `${groups.slice(0, 3).join(":")}:${groups[3]?.slice(0, 2)}00::/56`;
}

/** Whom a request is counted for: a signed-in user, otherwise a network. */
export function getCountedCaller(
  req: Request,
  settings: Pick<Settings, "trustedProxies">,
  user: { readonly id: string } | null | undefined,
): string {
  return user ? user.id : getIpPrefix(getClientIp(req, settings));
}

/** A truncated IP address for the list of sessions: `192.0.2.0/24`. */
export function getNetwork(ip: string): string {
  if (isIPv6(ip)) return `${parseIpGroups(ip).slice(0, 3).join(":")}::/48`;
  const parts = ip.split(".");
  return parts.length === 4 ? `${parts.slice(0, 3).join(".")}.0/24` : "";
}

/** The eight groups of an IPv6 address, four digits each. */
export function parseIpGroups(ip: string): string[] {
  const [withoutZone = ""] = ip.split("%");
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(withoutZone);
  const fullForm = dotted
    ? `${dotted[1]}${parseHexPair(dotted[2], dotted[3])}:${parseHexPair(dotted[4], dotted[5])}`
    : withoutZone;
  const [before = "", after] = fullForm.split("::");
  const head = before ? before.split(":") : [];
  const tail = after ? after.split(":") : [];
  const gap = after === undefined ? 0 : 8 - head.length - tail.length;
  return [...head, ...Array<string>(gap).fill("0"), ...tail].map((group) =>
    group.toLowerCase().padStart(4, "0"),
  );
}

function parseHexPair(high = "0", low = "0"): string {
  return (Number(high) * 256 + Number(low)).toString(16);
}
