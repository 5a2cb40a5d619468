import type { RequestHandler } from "express";
import { getPendingSignOutCookie } from "#shared/accounts/pending-sign-out.ts";
import { getAreaLog } from "#server/logging/log.ts";
import type { Services } from "#server/services.ts";
import { destroySession, getSessionCookieName } from "./session.ts";

/**
 * Ends the session of a browser that signed out without a connection, before the request is answered. The
 * session cookie is not cleared, because a sign-in may have replaced it meanwhile.
 */
export function endPendingSignOut(services: Services): RequestHandler {
  const { isHttps } = services.settings;
  const name = getPendingSignOutCookie(isHttps);
  const log = getAreaLog(services.log, "auth");
  return (req, res, next) => {
    if (!hasCookie(req.headers.cookie, name)) return next();
    destroySession(services, req, res)
      .then(() => {
        log.info({ event: "sign-out" }, "signed out without a connection");
        removeCookie(req.headers, getSessionCookieName(services.settings));
        res.clearCookie(name, { sameSite: "lax", path: "/", secure: isHttps });
        next();
      })
      .catch(next);
  };
}

const split = (cookies: string): string[] => cookies.split(/; */);

const hasCookie = (cookies = "", name: string): boolean =>
  cookies.includes(name) && split(cookies).includes(`${name}=1`);

/** The rest of the request is answered as a guest's. */
function removeCookie(headers: { cookie?: string | undefined }, name: string): void {
  headers.cookie = split(headers.cookie ?? "")
    .filter((pair) => !pair.startsWith(`${name}=`))
    .join("; ");
}
