import path from "node:path";
import { test as base, type Page, type Response } from "@playwright/test";
import { pino } from "pino";
import type { User } from "#shared/accounts/user.ts";
import type { RouteContract, StreamContract } from "#shared/api/contract.ts";
import type { BookId } from "#shared/books/book.ts";
import { positionsContract } from "#shared/positions/contract.ts";
import { createServices, type OpenServices } from "#server/create-services.ts";
import { findRunning } from "#server/db/embedded.ts";
import { setSourceBundle } from "#server/entry-path.ts";
import { parseEnvironment } from "#server/env.ts";
import { projectRoot } from "#server/project-root.ts";
import { toSettings } from "#server/settings.ts";
import { importDemoBook, importSample } from "#server/testing/books/import-sample.ts";
import { createFactories } from "#server/testing/factories.ts";
import { createSessionCookie } from "#server/testing/session-cookie.ts";

// Worker threads of imports run from the build.
setSourceBundle(path.join(projectRoot, "dist", "server"));

interface WorkerFixtures {
  /** The running server's own database and files. */
  readonly services: OpenServices["services"];
}

interface Fixtures {
  /** Writes rows for the test. */
  readonly make: ReturnType<typeof createFactories>;
  readonly importSample: (file: string, sidecar?: Readonly<Record<string, unknown>>) => Promise<BookId>;
  /** Imports a book of the demo library, by the name of its folder. */
  readonly importDemoBook: (name: string) => Promise<BookId>;
  /** Opens a page in a new browser context, signed in as a user or as a guest. */
  readonly openPage: (user: User | null, options?: DeviceOptions) => Promise<Page>;
}

interface DeviceOptions {
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: "light" | "dark";
  readonly hasTouch?: boolean;
  readonly serviceWorkers?: "allow";
}

const getOrigin = () => {
  const running = process.env["E2E_ORIGIN"];
  if (!running) throw new Error("No server: run the specs through playwright, whose set-up starts one.");
  return running;
};

/** Playwright's `test`, against the running server. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  services: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to find dependencies.
    async ({}, use) => {
      const { services, close } = await openServices();
      await use(services);
      await close();
    },
    { scope: "worker" },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to find dependencies.
  baseURL: async ({}, use) => use(getOrigin()),

  make: async ({ services }, use) => use(createFactories(services)),

  importSample: async ({ services }, use) => use((file, sidecar) => importSample(services, file, sidecar)),
  importDemoBook: async ({ services }, use) => use((name) => importDemoBook(services, name)),

  openPage: async ({ browser, services }, use) => {
    const contexts: { close(): Promise<void> }[] = [];
    await use(async (user, options = {}) => {
      const context = await browser.newContext({ ...options, baseURL: getOrigin() });
      contexts.push(context);
      if (user) await context.addCookies([await createCookie(services, user)]);
      return context.newPage();
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});

/**
 * Waits for a successful reply to a call. Call it before the action that sends the request.
 *
 * @param matches selects the reply when an earlier one may still be pending
 */
export function waitForReply(
  page: Page,
  contract: Pick<RouteContract | StreamContract, "method" | "path">,
  matches: (reply: Response) => boolean | Promise<boolean> = () => true,
): Promise<Response> {
  const path = new RegExp(`^${contract.path.replaceAll(/:\w+/g, "[^/]+").replaceAll(/\*\w+/g, ".+")}$`);
  return page.waitForResponse(
    (response) =>
      response.ok() &&
      response.request().method() === contract.method &&
      path.test(new URL(response.url()).pathname) &&
      matches(response),
  );
}

/** Waits until a position that is newer than this call was saved; an older one may still be pending. */
export function waitForNewPosition(page: Page): Promise<Response> {
  const calledAt = new Date().toISOString();
  return waitForReply(page, positionsContract.savePositions, (reply) => {
    const { events } = reply.request().postDataJSON() as {
      readonly events: readonly { readonly at: string }[];
    };
    return events.some(({ at }) => at >= calledAt);
  });
}

async function openServices(): Promise<OpenServices> {
  const dataDir = process.env["E2E_DATA_DIR"] ?? "";
  const database = findRunning(dataDir);
  if (!database) throw new Error("The server's database does not run.");
  const env = parseEnvironment({ ...process.env, DATA_DIR: dataDir, PORT: new URL(getOrigin()).port });
  return createServices(toSettings(env), database.url, pino({ level: "silent" }));
}

async function createCookie(services: OpenServices["services"], user: User) {
  const [name = "", value = ""] = (await createSessionCookie(services, user)).split("=");
  return { name, value, url: getOrigin(), httpOnly: true, sameSite: "Lax" as const };
}
