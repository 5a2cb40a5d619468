import type { Request, Response } from "express";
import { type Reader, rememberMs } from "#server/db/read-replica.ts";
import type { Services } from "#server/services.ts";

type Deps = Pick<Services, "replica" | "settings">;

const getCookieName = ({ settings }: Deps) => (settings.isHttps ? "__Host-written" : "written");

/** Higher than all: nothing is read from the replica. */
const unknownPosition = Number.MAX_SAFE_INTEGER;

/**
 * Remembers in the browser up to where a replica must be to show what the browser has just written. The value is
 * not signed: another one changes only what its browser sees for some seconds.
 */
export async function rememberWrite(services: Deps, res: Response): Promise<void> {
  const { replica, settings } = services;
  if (replica === null || res.headersSent) return;
  const position = await replica.readPosition().catch(() => unknownPosition);
  res.cookie(getCookieName(services), position.toString(36), {
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure: settings.isHttps,
    maxAge: rememberMs,
  });
}

/** The position that the replies to a browser must show. */
export function getWrittenPosition(
  services: Deps,
  { headers }: Pick<Request, "headers">,
): Reader["position"] {
  const [, value = ""] = headers.cookie?.split(`${getCookieName(services)}=`) ?? [];
  const [digits = "0"] = /^[\da-z]{1,11}/.exec(value) ?? [];
  return Number.parseInt(digits, 36);
}
