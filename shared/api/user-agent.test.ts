import { expect, test } from "vitest";
import { toDevice } from "./user-agent.ts";

test.each([
  ["Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36", "Chrome/Android"],
  ["Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/156.0 Safari/537.36", "Chrome/Linux"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", "Safari/iPhone"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15", "Safari/Mac"],
  ["Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge/Windows"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox/Linux"],
  ["Mozilla/5.0 (X11; Linux x86_64) SomeBrowser/1.0", "/Linux"],
  ["something else", "/"],
])("%s is named %s", (userAgent, name) => {
  expect(toDevice(userAgent)).toBe(name);
});
