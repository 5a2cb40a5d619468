import { setTimeout } from "node:timers/promises";
import puppeteer, { type BrowserContext, type KeyInput, type Page } from "puppeteer-core";
import { findEngine } from "#server/scripts/find-engines.mjs";
import type { Browser } from "./browser.ts";

/** Firefox selects a word after 500 ms. */
const longPressMs = 1_000;

export async function startFirefox(): Promise<Browser> {
  const firefox = await puppeteer.launch({
    browser: "firefox",
    executablePath: findEngine("Firefox") ?? "",
    headless: true,
    defaultViewport: null,
    extraPrefsFirefox: {
      "media.autoplay.default": 0,
      "media.autoplay.blocking_policy": 0,
      "dom.w3c_touch_events.enabled": 1,
      // As in Firefox for Android: a long press selects a word, and handles change the selection.
      "layout.accessiblecaret.enabled_on_touch": true,
      "layout.accessiblecaret.use_long_tap_injector": true,
      "intl.accept_languages": "en-GB, en",
    },
  });
  let context: BrowserContext | null = null;
  let current: Page | null = null;
  let errors: string[] = [];
  const getPage = () => {
    if (!current) throw new Error("No window is open.");
    return current;
  };

  return {
    async open(url) {
      await context?.close();
      context = await firefox.createBrowserContext();
      current = await context.newPage();
      errors = [];
      current.on("pageerror", (error) => errors.push(String(error)));
      current.on("console", (message) => message.type() === "error" && errors.push(message.text()));
      await setSize(current, 1280, 800);
      await current.goto(url);
    },
    async goTo(url) {
      await getPage().goto(url);
    },
    async setCookie(cookie) {
      const [name = "", value = ""] = cookie.split("=");
      const domain = new URL(getPage().url()).hostname;
      await context?.setCookie({ name, value, domain, path: "/", httpOnly: true, sameSite: "Lax" });
    },
    async setSize(width, height) {
      await setSize(getPage(), width, height);
    },
    async evaluate(action, input) {
      return (await getPage().evaluate(action as never, input)) as never;
    },
    async click({ x, y }) {
      await getPage().mouse.click(x, y);
    },
    async drag(from, to) {
      const { mouse } = getPage();
      await mouse.move(from.x, from.y);
      await mouse.down();
      await mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2);
      await mouse.move(to.x, to.y);
      await mouse.up();
    },
    finger: {
      async longPress({ x, y }) {
        const touch = await getPage().touchscreen.touchStart(x, y);
        await setTimeout(longPressMs);
        await touch.end();
      },
      async drag(from, to) {
        const touch = await getPage().touchscreen.touchStart(from.x, from.y);
        await touch.move((from.x + to.x) / 2, (from.y + to.y) / 2);
        await touch.move(to.x, to.y);
        await touch.end();
      },
    },
    async press(key) {
      await getPage().keyboard.press(key as KeyInput);
    },
    async type(text) {
      await getPage().keyboard.type(text);
    },
    async chooseFile(selector, file) {
      const input = await getPage().waitForSelector(selector);
      await (input as unknown as { uploadFile(file: string): Promise<void> }).uploadFile(file);
    },
    async screenshot() {
      return Buffer.from(await getPage().screenshot());
    },
    listErrors: () => errors,
    close: () => firefox.close(),
  };
}

async function setSize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewport({ width, height }).catch((error: unknown) => {
    // Firefox 140 sets the size, but knows no command for the orientation.
    if (!String(error).includes("unknown command")) throw error;
  });
}
