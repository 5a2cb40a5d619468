import type { User } from "#shared/accounts/user.ts";
import type { Access } from "#shared/api/contract.ts";
import type { HttpExchange } from "#server/http/session/passport-session.ts";
import type { Services } from "#server/services.ts";

/** The tab that shows the changes of its request already; absent for others. */
export interface Origin {
  readonly origin?: string | undefined;
}

/** What a handler gets: the services and the signed-in user, whose role the contract names. */
export type Context = Services & Origin & { readonly user: User };

/** The context of routes that guests may call too. */
export type GuestContext = Services & Origin & { readonly user: User | null };

/** For handlers that read the request or write headers, cookies or the response. */
export type HttpContext = Context & HttpExchange;
export type GuestHttpContext = GuestContext & HttpExchange;

export type ContextFor<A extends Access> = A extends "guest" ? GuestHttpContext : HttpContext;
