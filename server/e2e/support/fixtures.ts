import { test as base, type Page, type Response } from "@playwright/test";
import { pino } from "pino";
import type { User } from "#shared/accounts/user.ts";
import type { RouteContract, StreamContract } from "#shared/api/contract.ts";
import type { BookId } from "#shared/books/book.ts";
import { createServices, type OpenServices } from "#server/create-services.ts";
import { findRunning } from "#server/db/embedded.ts";
import { parseEnvironment } from "#server/env.ts";
import { toSettings } from "#server/settings.ts";
import { importDemoBook, importSample } from "#server/testing/books/import-sample.ts";
import { factories } from "#server/testing/factories.ts";
import { getCookie } from "#server/testing/session-cookie.ts";

interface WorkerFixtures {
  /** The running server's own database and files. */
  readonly services: OpenServices["services"];
}

interface Fixtures {
  /** Writes rows for the test. */
  readonly make: ReturnType<typeof factories>;
  readonly importSample: (file: string, sidecar?: Readonly<Record<string, unknown>>) => Promise<BookId>;
  /** Imports a book of the demo library, by the name of its folder. */
  readonly importDemoBook: (name: string) => Promise<BookId>;
  /** Opens a browser context with a session; `null` for a guest. */
  readonly signedInPage: (user: User | null, options?: DeviceOptions) => Promise<Page>;
}

interface DeviceOptions {
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: "light" | "dark";
  readonly hasTouch?: boolean;
  readonly serviceWorkers?: "allow";
}

const origin = () => {
  const running = process.env["E2E_ORIGIN"];
  if (!running) throw new Error("No server: run the specs through playwright, whose set-up starts one.");
  return running;
};

/** Playwright's `test`, against the running server. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  services: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to find dependencies.
    async ({}, use) => {
      const { services, close } = await openSite();
      await use(services);
      await close();
    },
    { scope: "worker" },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to find dependencies.
  baseURL: async ({}, use) => use(origin()),

  make: async ({ services }, use) => use(factories(services)),

  importSample: async ({ services }, use) => use((file, sidecar) => importSample(services, file, sidecar)),
  importDemoBook: async ({ services }, use) => use((name) => importDemoBook(services, name)),

  signedInPage: async ({ browser, services }, use) => {
    const contexts: { close(): Promise<void> }[] = [];
    await use(async (user, options = {}) => {
      const context = await browser.newContext({ ...options, baseURL: origin() });
      contexts.push(context);
      if (user) await context.addCookies([await cookieFor(services, user)]);
      return context.newPage();
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});

/**
 * Waits for one contracted answer that succeeds; start waiting before the act that causes it.
 *
 * @param isIt which answer, where an earlier act's may still be on its way.
 */
export function replyTo(
  page: Page,
  contract: Pick<RouteContract | StreamContract, "method" | "path">,
  isIt: (reply: Response) => boolean | Promise<boolean> = () => true,
): Promise<Response> {
  const path = new RegExp(`^${contract.path.replaceAll(/:\w+/g, "[^/]+").replaceAll(/\*\w+/g, ".+")}$`);
  return page.waitForResponse(
    (response) =>
      response.ok() &&
      response.request().method() === contract.method &&
      path.test(new URL(response.url()).pathname) &&
      isIt(response),
  );
}

async function openSite(): Promise<OpenServices> {
  const dataDir = process.env["E2E_DATA_DIR"] ?? "";
  const database = findRunning(dataDir);
  if (!database) throw new Error("The server's database does not run.");
  const env = parseEnvironment({ ...process.env, DATA_DIR: dataDir, PORT: new URL(origin()).port });
  return createServices(toSettings(env), database.url, pino({ level: "silent" }));
}

async function cookieFor(services: OpenServices["services"], user: User) {
  const [name = "", value = ""] = (await getCookie(services, user)).split("=");
  return { name, value, url: origin(), httpOnly: true, sameSite: "Lax" as const };
}
