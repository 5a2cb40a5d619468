import { type Request, type Response, Router } from "express";
import type {} from "passport";
import { isStaff, type User } from "#shared/accounts/user.ts";
import {
  type Access,
  type FeatureContract,
  type FeatureStreams,
  getChanges,
  type InputOf,
  type ReplyOf,
  type RouteContract,
  type StreamContract,
} from "#shared/api/contract.ts";
import { done, type JobResult } from "#shared/api/schemas.ts";
import { tabHeader } from "#shared/api/tab-header.ts";
import { userHeader } from "#shared/api/user-header.ts";
import { encodeBody } from "#server/http/compression.ts";
import { type Limit, limitBy } from "#server/http/security/rate-limit.ts";
import { requireScope } from "#server/http/session/app-token.ts";
import type { HttpExchange } from "#server/http/session/passport-session.ts";
import { enforceStaffIdleTimeout } from "#server/http/session/staff-session-timeout.ts";
import { getWrittenPosition, rememberWrite } from "#server/http/session/written-position.ts";
import type { Services } from "#server/services.ts";
import { runOperation } from "#server/tracing/operation.ts";
import { readAudioBody } from "./audio-body.ts";
import type { ContextFor, GuestHttpContext } from "./context.ts";
import { encodeReply } from "./encode-reply.ts";
import { readFormFile } from "./multipart-body.ts";
import { forbidden, unauthenticated } from "./problem.ts";
import { readBody } from "./read-body.ts";
import { findCacheSlot } from "./reply-cache.ts";

type AnyContract = RouteContract | StreamContract;

type Handle<C extends RouteContract | StreamContract, Reply> = (
  context: ContextFor<C["access"]>,
  input: InputOf<C>,
) => Reply | Promise<Reply>;

/** A handler that returns nothing is answered as `done`. */
type Handler<C extends RouteContract> = C["response"] extends typeof JobResult
  ? Handle<C, void>
  : Handle<C, ReplyOf<C>>;

type StreamHandler<C extends StreamContract> = Handle<C, void>;

/** One handler per contract, enforced by the compiler. */
export type Handlers<F extends FeatureContract> = { readonly [Name in keyof F]: Handler<F[Name]> };
export type StreamHandlers<F extends FeatureStreams> = { readonly [Name in keyof F]: StreamHandler<F[Name]> };

interface Options<F> {
  /** Operations that only read, from the replica if there is one. */
  readonly fromReplica?: readonly (keyof F)[];
}

/** Routes that are created with the services. */
export interface FeatureRoutes {
  (services: Services): Router;
  readonly operations: readonly Operation[];
}

/** Routes of several contracts as one feature. */
export function combineRoutes(...features: readonly FeatureRoutes[]): FeatureRoutes {
  const create = (services: Services) => Router().use(...features.map((feature) => feature(services)));
  return Object.assign(create, { operations: features.flatMap(({ operations }) => operations) });
}

export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly isFromReplica: boolean;
}

const handlerByContract = new WeakMap<RouteContract, Handle<AnyContract, unknown>>();

/**
 * Calls a guest route without HTTP.
 *
 * @returns the encoded reply
 * @throws {ProblemError} as the route does
 */
export async function callAsGuest<
  C extends RouteContract & { readonly access: "guest"; readonly method: "GET" },
>(services: Services, contract: C, input: InputOf<C>): Promise<unknown> {
  const handle = handlerByContract.get(contract);
  if (!handle) throw new Error(`${contract.path} has no handler`);
  const reply = await handle(
    { ...services, user: null } as ContextFor<Access>,
    input as InputOf<RouteContract>,
  );
  return encodeReply(contract, reply);
}

/** Reads from the replica what a handler finds in `db` and `searchDb`. */
function readFromReplica<Reply>(handle: Handle<AnyContract, Reply>): Handle<AnyContract, Reply> {
  return (context, input) => {
    const { replica, user, req, res } = context as GuestHttpContext;
    if (replica === null) return handle(context, input);
    // Without HTTP, a guest reads.
    const position = req ? getWrittenPosition(context, req) : 0;
    const reader = { userId: user?.id ?? null, position };
    return replica.read(
      context,
      reader,
      (services) => handle(services, input),
      () => !res?.headersSent,
    );
  };
}

function getHandle<Reply>(
  handlers: object,
  name: PropertyKey,
  fromReplica: readonly PropertyKey[] = [],
): Handle<AnyContract, Reply> {
  const handle = handlers[name as keyof typeof handlers] as Handle<AnyContract, Reply>;
  return fromReplica.includes(name) ? readFromReplica(handle) : handle;
}

/** Binds a feature's JSON contracts to its handlers. */
export function bindRoutes<F extends FeatureContract>(
  contracts: F,
  handlers: Handlers<F>,
  { fromReplica }: Options<F> = {},
): FeatureRoutes {
  const handles = new Map<keyof F, Handle<AnyContract, unknown>>();
  for (const [name, contract] of Object.entries(contracts)) {
    const handle = getHandle<unknown>(handlers, name, fromReplica);
    handles.set(name, handle);
    handlerByContract.set(contract, handle);
  }
  return bind(
    contracts,
    async (name, contract, context, limit) => {
      const { live, user, req, res } = context;
      const cacheSlot = findCacheSlot(live, contract, { isGuest: user === null, limit }, context);
      if (cacheSlot?.send()) return;
      const writes = live.catalogue.writes();
      const input = await readInput(contract, { req, res });
      const handle = handles.get(name) as Handle<AnyContract, unknown>;
      const reply = await handle(context as ContextFor<Access>, input as InputOf<RouteContract>);
      if (contract.method !== "GET" && writes !== live.catalogue.writes())
        await live.catalogue.waitForLatest();
      await publishChanges(contract as RouteContract, context);
      if (getChanges(contract as RouteContract).length > 0) await rememberWrite(context, res);
      if (res.headersSent) return;
      const encoded = encodeReply(contract as RouteContract, reply === undefined ? done : reply);
      if (cacheSlot) await cacheSlot.fill(encoded);
      else await sendJson(res, encoded, (contract as RouteContract).mediaType);
    },
    fromReplica,
  );
}

/** Notifies the user's other tabs and devices of what a write changed, after its transaction. */
async function publishChanges(
  contract: RouteContract,
  { live, user, origin, log }: GuestHttpContext,
): Promise<void> {
  const changed = getChanges(contract);
  if (!user || changed.length === 0 || "isAnnouncedByService" in contract) return;
  const event = { topics: [...changed], ...(origin !== undefined && { origin }) };
  await live
    .publish(user.id, event)
    .catch((error: unknown) => log.warn({ err: error }, "Failed to publish changes"));
}

function getOrigin(req: Request): string | undefined {
  const tab = req.get(tabHeader);
  return tab && /^[\w-]{1,36}$/.test(tab) ? tab : undefined;
}

/** Binds a feature's streaming routes, whose handlers write the response. */
export function bindStreams<F extends FeatureStreams>(
  contracts: F,
  handlers: StreamHandlers<F>,
  { fromReplica }: Options<F> = {},
): FeatureRoutes {
  return bind(
    contracts,
    async (name, contract, context) => {
      const input = await readInput(contract, context);
      const handle = getHandle<void>(handlers, name, fromReplica);
      await handle(context as ContextFor<Access>, input as InputOf<StreamContract>);
    },
    fromReplica,
  );
}

type RouteRunner<F> = (
  name: keyof F,
  contract: RouteContract | StreamContract,
  context: GuestHttpContext,
  limit: Limit,
) => Promise<void>;

function bind<F extends FeatureContract | FeatureStreams>(
  contracts: F,
  runRoute: RouteRunner<F>,
  fromReplica: readonly (keyof F)[] = [],
): FeatureRoutes {
  const create = (services: Services) => {
    // Routers do not inherit the setting of the app; path checks of the middleware tell case.
    const router = Router({ caseSensitive: true });
    for (const [name, contract] of Object.entries(contracts).sort(compareByLiteralPath)) {
      const limit = limitBy(services, contract);
      const answer = async (req: Request, res: Response) => {
        requireScope(req, contract.scope);
        await limit(req, res);
        const user = authorize(contract.access, req.user as User | undefined);
        if (user) res.setHeader(userHeader, user.id);
        await enforceStaffIdleTimeout(services, contract.access, req);
        await runRoute(name, contract, { ...services, user, origin: getOrigin(req), req, res }, limit);
      };
      // Express leaves the routers before this one by `setImmediate`, outside of the operation.
      router[getMethod(contract)](contract.path, (req, res) =>
        runOperation(req.operation, () => answer(req, res)),
      );
    }
    return router;
  };
  const operations = Object.entries(contracts).map(([name, contract]) => ({
    method: getMethod(contract).toUpperCase(),
    path: contract.path,
    isFromReplica: fromReplica.includes(name),
  }));
  return Object.assign(create, { operations });
}

/** @throws {ProblemError} `unauthenticated` or `forbidden` */
function authorize(access: Access, user: User | undefined): User | null {
  if (access === "guest") return user ?? null;
  if (!user) throw unauthenticated();
  if (access === "author" && !user.isAuthor) throw forbidden();
  if (access === "publisher" && !user.isAuthor && !isStaff(user)) throw forbidden("authors_only");
  if (access === "employee" && !isStaff(user)) throw forbidden();
  if (access === "admin" && !user.isAdmin) throw forbidden();
  return user;
}

async function readInput(
  contract: RouteContract | StreamContract,
  { req, res }: HttpExchange,
): Promise<unknown> {
  const input = decodeInput(contract, req);
  const upload = "upload" in contract ? contract.upload : undefined;
  const audio = "audio" in contract ? contract.audio : undefined;
  const raw = "raw" in contract ? contract.raw : undefined;
  if (raw) return { ...input, raw: await readBody(req, res, raw.maxBytes) };
  if (audio) return { ...input, audio: await readAudioBody({ req, res }, audio) };
  return upload ? { ...input, file: await readFormFile({ req, res }, upload) } : input;
}

function decodeInput(contract: RouteContract | StreamContract, req: Request): object {
  const body = "body" in contract ? contract.body : undefined;
  return {
    ...(contract.params && { params: contract.params.parse(getParams(req)) }),
    ...(contract.query && { query: contract.query.parse(req.query) }),
    ...(body && { body: body.parse(req.body) }),
  };
}

function getParams(req: Request): Record<string, string> {
  return Object.fromEntries(
    Object.entries(req.params).map(([key, value]) => [key, Array.isArray(value) ? value.join("/") : value]),
  );
}

/** Like Express' `json`, without reading a dozen settings per response; keeps the status. */
async function sendJson(
  res: Response,
  reply: unknown,
  mediaType = "application/json; charset=utf-8",
): Promise<void> {
  res.setHeader("Content-Type", mediaType);
  const body = await encodeBody(res, Buffer.from(JSON.stringify(reply)));
  res.end(res.req.method === "HEAD" ? undefined : body);
}

/** Sorts `/books/latest` before `/books/:bookId`, which would match it. */
function compareByLiteralPath(
  [, a]: [string, RouteContract | StreamContract],
  [, b]: [string, RouteContract | StreamContract],
): number {
  return getOrder(a.path) < getOrder(b.path) ? -1 : 1;
}

const getOrder = (path: string) => path.replaceAll(":", "~").replaceAll("*", "~~");

function getMethod(contract: RouteContract | StreamContract) {
  return contract.method.toLowerCase() as Lowercase<(RouteContract | StreamContract)["method"]>;
}
