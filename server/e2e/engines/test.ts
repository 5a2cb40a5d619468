import { writeFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { expect } from "@playwright/test";
import type { User } from "#shared/accounts/user.ts";
import { test as base } from "#server/e2e/support/fixtures.ts";
import { createSessionCookie } from "#server/testing/session-cookie.ts";
import { createBook } from "./book.ts";
import type { Browser, Engine } from "./browser.ts";
import { startFirefox } from "./firefox.ts";
import { createUi, type Ui } from "./ui.ts";
import { startWebKit } from "./webkit.ts";

interface EngineOptions {
  readonly engine: Engine;
}

export interface EngineFixtures {
  /** A browser in a new window at `/browse`; errors in its console fail the test. */
  readonly visitor: Browser;
  readonly ui: Ui;
  readonly book: ReturnType<typeof createBook>;
  readonly signIn: (user: User) => Promise<void>;
  readonly openPath: (path: string) => Promise<void>;
}

/**
 * Firefox reports imports, requests through the service worker and event streams that a navigation aborts, preloading
 * without a connection, and the fonts of a kept book, which the page then replaces.
 */
const expectedErrors =
  /PageLoadError|connection to .*\S+\/api\/live|ServiceWorker (?:passed a promise|intercepted the request)|error loading dynamically imported module|\b401\b|Permissions-Policy|Feature Policy|allow-same-origin|autofocus|download failed.*21523988(50|61)/i;

export const test = base.extend<EngineFixtures, EngineOptions & { readonly startedBrowser: Browser }>({
  engine: ["WebKit", { option: true, scope: "worker" }],

  startedBrowser: [
    async ({ engine }, use) => {
      const started = await (engine === "WebKit" ? startWebKit() : startFirefox());
      await use(started);
      await started.close();
    },
    { scope: "worker" },
  ],

  visitor: async ({ startedBrowser, baseURL }, use, info) => {
    await startedBrowser.open(`${baseURL}/browse`);
    await use(startedBrowser);
    if (info.status !== info.expectedStatus) {
      // A browser that stopped answering has no picture.
      const picture = await Promise.race([
        startedBrowser.screenshot().catch(() => null),
        setTimeout(10_000, null),
      ]);
      if (picture) await writeFile(info.outputPath("screen.png"), picture);
    }
    expect(startedBrowser.listErrors().filter((error) => !expectedErrors.test(error))).toEqual([]);
  },

  ui: async ({ visitor }, use) => use(createUi(visitor)),

  book: async ({ visitor, ui, baseURL }, use) => use(createBook(visitor, ui, baseURL ?? "")),

  signIn: async ({ visitor, services }, use) =>
    use(async (user) => visitor.setCookie(await createSessionCookie(services, user))),

  openPath: async ({ visitor, baseURL }, use) => use((path) => visitor.goTo(`${baseURL}${path}`)),
});
