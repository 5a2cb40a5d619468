import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { User } from "#shared/accounts/user.ts";
import type { InputOf, ReplyOf, RouteContract } from "#shared/api/contract.ts";
import { call } from "#shared/api/http-client.ts";
import { createApp } from "#server/app.ts";
import { expectCompleteReasons } from "./expect-complete-reasons.ts";
import { createFactories } from "./factories.ts";
import { createSessionCookie } from "./session-cookie.ts";
import { whileRequestsRun } from "./sharding/record-statements.ts";
import { startTestServices } from "./test-services.ts";

export type TestApp = Awaited<ReturnType<typeof startTestApp>>;

/** Starts the real app, on a free port, on a fresh copy of the migrated database unless there is another. */
export async function startTestApp(...options: Parameters<typeof startTestServices>) {
  const { stop: stopServices, ...running } = await startTestServices(...options);
  const { services } = running;
  const server = createServer(whileRequestsRun(createApp(services))).listen(0, "127.0.0.1");
  // A connection that ends while a test keeps the process busy fails the next request.
  server.keepAliveTimeout = 75_000;
  await once(server, "listening");
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    ...running,
    baseUrl,
    db: services.db,
    make: createFactories(services),

    /** Signs a user in and returns the typed client. */
    as(user: Pick<User, "id"> | null) {
      return async <C extends RouteContract>(contract: C, input: InputOf<C>): Promise<ReplyOf<C>> => {
        const headers = user ? { Cookie: await createSessionCookie(services, user) } : {};
        return call(contract, input, { baseUrl, headers }).catch((error: unknown) => {
          expectCompleteReasons(error);
          throw error;
        });
      };
    },

    /** A raw request, for bytes and for what the typed client cannot send. */
    async fetch(
      path: string,
      { as: user, ...init }: RequestInit & { readonly as?: Pick<User, "id"> | null } = {},
    ) {
      const headers = new Headers(init.headers);
      if (user) headers.set("Cookie", await createSessionCookie(services, user));
      return fetch(baseUrl + path, { redirect: "manual", ...init, headers });
    },

    async stop() {
      server.close();
      server.closeAllConnections();
      await stopServices();
    },
  };
}
