import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import type { Request, Response } from "express";
import type { Services } from "#server/services.ts";

/**
 * A cookie of random keys, each signed for an account that signed in on this device. It names no account and
 * signs nobody in.
 */
type Deps = { readonly settings: Pick<Services["settings"], "isHttps" | "secret"> };

const maxAccounts = 5;
const maxAgeMs = 365 * 24 * 3_600_000;

const getCookieName = ({ settings }: Deps) => (settings.isHttps ? "__Host-devices" : "devices");

/**
 * The key of a device that signed in to an account before; null for other devices.
 *
 * @param email in lower case
 */
export function findDeviceKey(services: Deps, req: Pick<Request, "headers">, email: string): string | null {
  const entry = listEntries(services, req).find((each) => isSignedFor(services, each, email));
  return entry === undefined ? null : getKey(entry);
}

/** Remembers that an account signed in on this device. */
export function rememberDevice(
  context: Deps & { readonly req: Pick<Request, "headers">; readonly res: Response },
  email: string,
): void {
  const { req, res, settings } = context;
  const entries = listEntries(context, req);
  const key = findDeviceKey(context, req, email) ?? randomBytes(16).toString("base64url");
  const entry = `${key}.${sign(context, key, email)}`;
  const others = entries.filter((each) => each !== entry);
  const value = [entry, ...others].slice(0, maxAccounts).join("~");
  res.cookie(getCookieName(context), value, {
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure: settings.isHttps,
    maxAge: maxAgeMs,
  });
}

function listEntries(services: Deps, { headers }: Pick<Request, "headers">): string[] {
  const prefix = `${getCookieName(services)}=`;
  const pair = headers.cookie?.split(/; */).find((each) => each.startsWith(prefix)) ?? "";
  return pair
    .slice(prefix.length)
    .split("~")
    .filter((entry) => /^[\w-]{22}\.[\w-]{43}$/.test(entry))
    .slice(0, maxAccounts);
}

const getKey = (entry: string) => entry.slice(0, 22);

function isSignedFor(services: Deps, entry: string, email: string): boolean {
  const expected = `${getKey(entry)}.${sign(services, getKey(entry), email)}`;
  return timingSafeEqual(Buffer.from(entry), Buffer.from(expected));
}

function sign({ settings }: Deps, key: string, email: string): string {
  const secret = Buffer.from(hkdfSync("sha256", settings.secret, "", "known devices", 32));
  return createHmac("sha256", secret).update(`${key}\n${email}`).digest("base64url");
}
