import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Builder, By, Capabilities, Key, type WebDriver } from "selenium-webdriver";
import { findFreePort } from "#server/db/find-free-port.ts";
import { findEngine } from "#server/scripts/find-engines.mjs";
import type { Browser } from "./browser.ts";

const browserArguments = [
  "--automation",
  // The toolbar is wider than a phone.
  "--full-screen",
  "--enable-write-console-messages-to-stdout=true",
];

/** Starts WebKitGTK's browser on a virtual screen. */
export async function startWebKit(): Promise<Browser> {
  const { process: screen, display } = await startScreen();
  const errors: string[] = [];
  const capabilities = new Capabilities({
    browserName: "MiniBrowser",
    "webkitgtk:browserOptions": { binary: findEngine("WebKit"), args: browserArguments },
  });
  let service: ChildProcess | null = null;
  let current: WebDriver | null = null;
  const getDriver = () => {
    if (!current) throw new Error("No window is open.");
    return current;
  };
  const setSize = (width: number, height: number) =>
    getDriver().manage().window().setRect({ x: 0, y: 0, width, height });

  return {
    async open(url) {
      if (service) await stopService(service);
      errors.length = 0;
      const port = await findFreePort();
      service = startService(port, display, errors);
      current = await connect(`http://127.0.0.1:${port}`, capabilities);
      await current.manage().setTimeouts({ script: 60_000 });
      await setSize(1280, 800);
      await current.get(url);
    },
    async goTo(url) {
      await getDriver().get(url);
    },
    async setCookie(cookie) {
      const [name = "", value = ""] = cookie.split("=");
      await getDriver().manage().addCookie({ name, value, path: "/", httpOnly: true, sameSite: "Lax" });
    },
    async setSize(width, height) {
      await setSize(width, height);
    },
    async evaluate(action, input) {
      const script = `const done = arguments[1];
        Promise.resolve((${action})(arguments[0])).then((value) => done({ value }), (error) => done({ error: String(error) }));`;
      const { value, error } = await getDriver().executeAsyncScript<{ value: never; error?: string }>(
        script,
        input,
      );
      if (error !== undefined) throw new Error(error);
      return value;
    },
    async click({ x, y }) {
      await getDriver().actions().move({ x, y, duration: 0 }).press().release().perform();
    },
    async drag(from, to) {
      const [x, y] = [Math.round((from.x + to.x) / 2), Math.round((from.y + to.y) / 2)];
      await getDriver()
        .actions()
        .move({ ...from, duration: 0 })
        .press()
        .move({ x, y, duration: 50 })
        .move({ ...to, duration: 50 })
        .release()
        .perform();
    },
    finger: null,
    async press(key) {
      await getDriver()
        .actions()
        .sendKeys(webDriverKeys[key] ?? key)
        .perform();
    },
    async type(text) {
      await getDriver().actions().sendKeys(text).perform();
    },
    async chooseFile(selector, file) {
      await getDriver().findElement(By.css(selector)).sendKeys(file);
    },
    async screenshot() {
      return Buffer.from(await getDriver().takeScreenshot(), "base64");
    },
    listErrors: () => errors,
    async close() {
      if (service) await stopService(service);
      screen.kill();
    },
  };
}

const webDriverKeys: Readonly<Record<string, string>> = {
  ArrowLeft: Key.ARROW_LEFT,
  ArrowRight: Key.ARROW_RIGHT,
  ArrowDown: Key.ARROW_DOWN,
  ArrowUp: Key.ARROW_UP,
  Enter: Key.ENTER,
  Escape: Key.ESCAPE,
  Home: Key.HOME,
  End: Key.END,
  PageDown: Key.PAGE_DOWN,
  Space: Key.SPACE,
  Tab: Key.TAB,
};

async function startScreen(): Promise<{ readonly process: ChildProcess; readonly display: string }> {
  const process = spawn("Xvfb", ["-displayfd", "1", "-screen", "0", "1366x900x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [number] = (await once(process.stdout, "data")) as [Buffer];
  return { process, display: `:${number.toString().trim()}` };
}

/** Starts the driver in its own process group, which the browser joins. */
function startService(port: number, display: string, errors: string[]): ChildProcess {
  const service = spawn("WebKitWebDriver", [`--port=${port}`], {
    detached: true,
    stdio: ["ignore", "pipe", "ignore"],
    env: {
      ...process.env,
      DISPLAY: display,
      LANG: "en_GB.UTF-8",
      // The sandbox refuses to run as root.
      ...(process.getuid?.() === 0 && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" }),
    },
  });
  service.stdout.on("data", (output: Buffer) => {
    errors.push(
      ...output
        .toString()
        .split("\n")
        .filter((line) => /^CONSOLE \S+ ERROR/.test(line)),
    );
  });
  return service;
}

/** Ends the driver with its browser, because WebDriver's own `quit` can hang. */
async function stopService(service: ChildProcess): Promise<void> {
  const ended = once(service, "exit");
  if (service.pid === undefined || service.exitCode !== null) return;
  process.kill(-service.pid, "SIGKILL");
  await ended;
}

/** The service needs a moment until it listens. */
async function connect(server: string, capabilities: Capabilities): Promise<WebDriver> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await new Builder().usingServer(server).withCapabilities(capabilities).build();
    } catch (error) {
      if (attempt === 50) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}
