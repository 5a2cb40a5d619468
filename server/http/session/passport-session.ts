import type { Request, RequestHandler, Response } from "express";
import passportModule, { type Strategy } from "passport";
import type { User, UserId } from "#shared/accounts/user.ts";
import { toDevice } from "#shared/api/user-agent.ts";
import { getClientIp, getNetwork } from "#server/http/security/client-ip.ts";
import type { Services } from "#server/services.ts";
import { getAuthCache } from "./auth-cache.ts";
import { hasSessionCookie, openSession } from "./session.ts";
import { moveDevices } from "./session-queries.ts";
import { hashSession, persistentSessionMs } from "./session-store.ts";

/** Finds the user of a session; null when the account is deleted or suspended. */
export type FindUser = (services: Services, userId: UserId) => Promise<User | null>;

/** An HTTP request and its response. */
export interface HttpExchange {
  readonly req: Request;
  readonly res: Response;
}

interface SignInRequest extends Request {
  isRemembered?: boolean;
}

/**
 * Attaches the user to requests with a session. Cached for 5 s and invalidated by events when a session ends
 * or an account changes.
 */
export function attachUser(services: Services, findUser: FindUser): RequestHandler {
  const passport = getPassport(services);
  passport.deserializeUser((userId: UserId, done) => {
    findUser(services, userId).then(
      (user) => done(null, user ?? false),
      (error) => done(error),
    );
  });
  const authenticate = passport.session();
  const cache = getAuthCache(services);
  const hasSession = hasSessionCookie(services.settings);

  return (req, res, next) => {
    const { cookie } = req.headers;
    if (cookie === undefined || !hasSession(req)) return next();
    const cached = cache.find(cookie);
    if (cached) {
      req.user = cached.user;
      req.sessionID = cached.sessionId;
      return next();
    }
    const versionBefore = cache.version();
    openSession(services, req, res)
      .then(() =>
        authenticate(req, res, (error?: unknown) => {
          if (!error && req.user)
            cache.store(cookie, { user: req.user, sessionId: req.sessionID }, versionBefore);
          next(error);
        }),
      )
      .catch(next);
  };
}

export async function signInAs(
  context: Services & HttpExchange,
  user: User,
  isRemembered: boolean,
): Promise<void> {
  const { req, res } = context;
  await openSession(context, req, res);
  const initialize = getPassport(context).initialize({ compat: false });
  await new Promise<void>((resolve) => initialize(req, res, () => resolve()));
  (req as SignInRequest).isRemembered = isRemembered;
  await logInAndMoveDevices(context, req, user, () => {
    return new Promise<void>((resolve, reject) => {
      req.logIn(user, (error) => (error ? reject(error) : resolve()));
    });
  });
}

async function logInAndMoveDevices(
  { db }: Pick<Services, "db">,
  req: Request,
  { id }: User,
  logIn: () => Promise<void>,
): Promise<void> {
  if (req.session.passport?.user !== id) return logIn();
  const previousHash = hashSession(req.sessionID);
  const temporaryHash = `ended ${previousHash}`;
  await moveDevices(db, id, previousHash, temporaryHash);
  await logIn();
  await moveDevices(db, id, temporaryHash, hashSession(req.sessionID));
}

/** Registers a Passport strategy. */
export function addStrategy(services: Services, name: string, strategy: Strategy): void {
  getPassport(services).use(name, strategy);
}

/**
 * Runs a strategy.
 *
 * @param input passed to the strategy with its options
 * @returns the user, or false when the strategy refuses
 */
export function authenticateWith(
  context: Services & HttpExchange,
  strategy: string,
  input: object,
): Promise<User | false> {
  return new Promise((resolve, reject) => {
    const options = { session: false, ...input };
    const authenticate = getPassport(context).authenticate(
      strategy,
      options,
      (error: unknown, user?: Express.User | false | null) => {
        if (error) reject(error);
        else resolve((user as User | null | undefined) || false);
      },
    );
    authenticate(context.req, context.res, reject);
  });
}

type Authenticator = InstanceType<typeof passportModule.Authenticator>;

const passports = new WeakMap<object, Authenticator>();

function getPassport(services: Services): Authenticator {
  const cached = passports.get(services.settings);
  if (cached) return cached;
  const passport = new passportModule.Authenticator();
  passport.serializeUser((req: Request, user: Express.User, done: (error: unknown, id?: unknown) => void) => {
    describeSession(services, req);
    done(null, (user as User).id);
  });
  passports.set(services.settings, passport);
  return passport;
}

/** Called after the session id was regenerated and before it is stored. */
function describeSession({ settings, clock }: Services, req: SignInRequest): void {
  const { session } = req;
  session.startedAt = clock().getTime();
  session.device = toDevice(req.headers["user-agent"] ?? "");
  session.network = getNetwork(getClientIp(req, settings));
  if (!req.isRemembered) return;
  session.isRemembered = true;
  session.cookie.maxAge = persistentSessionMs;
}
