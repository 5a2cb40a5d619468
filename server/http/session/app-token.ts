import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Request, RequestHandler } from "express";
import type { User } from "#shared/accounts/user.ts";
import type { AppScope } from "#shared/api/app-scopes.ts";
import { forbidden, ProblemError } from "#server/http/api/problem.ts";
import { limitByBudget } from "#server/http/security/rate-limit.ts";
import type { Services } from "#server/services.ts";

interface GrantedToken {
  readonly id: string;
  readonly scopes: readonly AppScope[];
}

declare global {
  namespace Express {
    interface Request {
      /** The token of another app that made the request. */
      appToken?: GrantedToken;
    }
  }
}

export interface TokenCredentials {
  /** Of the token, or of the key that KOReader sends instead. */
  readonly hash: string;
  readonly kind: "token" | "koreader";
  /** The user name or email that came with it; null for none. */
  readonly login: string | null;
}

/** Null when the token opens nothing. */
export type FindTokenOwner = (
  services: Services,
  credentials: TokenCredentials,
) => Promise<{ readonly user: User; readonly token: GrantedToken } | null>;

/** Tells tokens from the credentials that a proxy in front of the server may ask for. */
export const appTokenPrefix = "app_";

/** Without salt or stretching, because a token has 256 random bits. */
export const hashAppToken = (secret: string) => createHash("sha256").update(secret).digest("base64url");

/** KOReader sends the MD5 of a password instead of the password. */
export const toKoreaderKey = (secret: string) => createHash("md5").update(secret).digest("hex");

/** The key has the entropy of its token, so that it needs no salt either. */
export const hashKoreaderKey = (key: string) => createHash("sha256").update(key).digest("base64url");

export const hasAppToken = ({ headers }: Pick<IncomingMessage, "headers">) =>
  readCredentials(headers.authorization) !== null;

/**
 * Attaches the owner of a token, in place of the user of a session. Paths for reading devices know no
 * sessions.
 *
 * @throws {ProblemError} `unauthenticated` for a token that opens nothing
 */
export function attachAppToken(services: Services, findOwner: FindTokenOwner): RequestHandler {
  const limit = limitByBudget(services, "app");
  return async (req, res, next) => {
    const isDevicePath = devicePath.test(req.path);
    if (isDevicePath) delete req.user;
    const credentials = isDevicePath
      ? readDeviceCredentials(req)
      : readCredentials(req.headers.authorization);
    if (!credentials) return next();
    delete req.user;
    await limit(req, res);
    const owner = await findOwner(services, credentials);
    if (!owner) throw new ProblemError("unauthenticated", "app_token_invalid");
    req.user = owner.user;
    req.appToken = owner.token;
    next();
  };
}

/** @throws {ProblemError} `forbidden` for a request with a token that has not the scope of its operation */
export function requireScope({ appToken }: Request, scope: AppScope | undefined): void {
  if (appToken && !(scope && appToken.scopes.includes(scope))) throw forbidden("app_token_scope");
}

const devicePath = /^\/(?:koreader|kobo|podcasts\/private)\//;

/** The headers of KOReader, or the token in a path for Kobo and podcast apps. */
function readDeviceCredentials({ headers, path }: Request): TokenCredentials | null {
  const [, secret] = /^\/(?:kobo|podcasts\/private)\/([\w-]{1,200})\//.exec(path) ?? [];
  if (secret !== undefined) return isToken(secret) ? toCredentials(secret, null) : null;
  const { "x-auth-user": login, "x-auth-key": key } = headers;
  if (typeof login !== "string" || typeof key !== "string") return null;
  return { hash: hashKoreaderKey(key.toLowerCase()), kind: "koreader", login };
}

const toCredentials = (secret: string, login: string | null): TokenCredentials => ({
  hash: hashAppToken(secret),
  kind: "token",
  login,
});

function readCredentials(authorization: string | undefined): TokenCredentials | null {
  const [, scheme = "", value = ""] =
    /^(Basic|Bearer) +([\w.~+/=-]{1,1000})$/i.exec(authorization ?? "") ?? [];
  if (scheme.toLowerCase() === "bearer") return isToken(value) ? toCredentials(value, null) : null;
  const [login = "", secret = ""] = Buffer.from(value, "base64").toString().split(/:(.*)/s);
  return isToken(secret) ? toCredentials(secret, login) : null;
}

const isToken = (secret: string) => secret.startsWith(appTokenPrefix);
