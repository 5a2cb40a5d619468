import type { NextFunction, Request, RequestHandler, Response } from "express";
import session from "express-session";
import type { UserId } from "#shared/accounts/user.ts";
import type { Services } from "#server/services.ts";
import { PostgresSessions } from "./session-store.ts";

declare module "express-session" {
  interface SessionData {
    passport?: { user?: UserId };
    /** Whether it outlasts the browser. */
    isRemembered?: boolean;
    /** The time of the sign-in in milliseconds since 1970. */
    startedAt?: number;
    /** Of `toDevice`. */
    device?: string;
    /** The truncated IP address. */
    network?: string;
    /** A sign-in with the OpenID provider that waits for the second factor. `until` in milliseconds since 1970. */
    pendingCode?: { readonly userId: UserId; readonly until: number; readonly returnTo: string };
    /** The account that this session created by signing in with an unknown email address. */
    registeredUser?: UserId;
    /** Started by a passkey, which counts as a second factor. */
    usedPasskey?: boolean;
    /** The challenge that a passkey is to sign. `until` in milliseconds since 1970. */
    passkeyChallenge?: {
      readonly purpose: "add" | "sign-in";
      readonly challenge: string;
      readonly until: number;
    };
    /** A sign-in with the OpenID provider that has not come back yet. */
    provider?: {
      readonly state: string;
      readonly nonce: string;
      readonly verifier: string;
      readonly returnTo: string;
    };
  }
}

type Deps = Pick<Services, "db" | "clock" | "live" | "log" | "settings">;

const stores = new WeakMap<object, PostgresSessions>();
const middlewares = new WeakMap<object, RequestHandler>();

/** The session store of a server. */
export function getSessionStore(services: Deps): PostgresSessions {
  const store = stores.get(services.settings) ?? new PostgresSessions(services);
  stores.set(services.settings, store);
  return store;
}

/** `__Host-` binds the cookie to this host over https; browsers reject it over plain HTTP. */
export function getSessionCookieName({ isHttps }: Pick<Services["settings"], "isHttps">): string {
  return isHttps ? "__Host-sid" : "sid";
}

export function hasSessionCookie(
  settings: Pick<Services["settings"], "isHttps">,
): (req: Pick<Request, "headers">) => boolean {
  const prefix = `${getSessionCookieName(settings)}=`;
  return (req) => req.headers.cookie?.includes(prefix) ?? false;
}

export function openSession(services: Deps, req: Request, res: Response): Promise<void> {
  const read = getMiddleware(services);
  return new Promise((resolve, reject) => {
    const next: NextFunction = (error?: unknown) => (error ? reject(error) : resolve());
    void read(req, res, next);
  });
}

/** Ends the session of a request, in the store and in the browser. */
export async function endSession(services: Deps, req: Request, res: Response): Promise<void> {
  await destroySession(services, req, res);
  const { settings } = services;
  res.clearCookie(getSessionCookieName(settings), getCookie(settings));
  res.setHeader("Clear-Site-Data", '"cache", "storage"');
}

/** Ends the session of a request in the store, if it has one. */
export async function destroySession(services: Deps, req: Request, res: Response): Promise<void> {
  if (!hasSessionCookie(services.settings)(req)) return;
  await openSession(services, req, res);
  await new Promise<void>((resolve, reject) => {
    req.session.destroy((error) => (error ? reject(error) : resolve()));
  });
}

function getMiddleware(services: Deps): RequestHandler {
  const { settings } = services;
  const existing = middlewares.get(settings);
  if (existing) return existing;
  const middleware = session({
    name: getSessionCookieName(settings),
    secret: settings.secret,
    store: getSessionStore(services),
    resave: false,
    saveUninitialized: false,
    cookie: getCookie(settings),
  });
  middlewares.set(settings, middleware);
  return middleware;
}

function getCookie({ isHttps }: Pick<Services["settings"], "isHttps">) {
  return { httpOnly: true, sameSite: "lax", path: "/", secure: isHttps } as const;
}
