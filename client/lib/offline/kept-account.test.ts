import { expect, test } from "vitest";
import { storeApp } from "./kept-account.ts";

/** @param answer of the service worker: the name of an error, or null */
function stubWorker(answer: string | null): void {
  const active = {
    postMessage: (_message: string, [port]: readonly MessagePort[]) => port?.postMessage(answer),
  };
  const registration = { active };
  Object.defineProperty(navigator, "serviceWorker", {
    configurable: true,
    value: { ready: Promise.resolve(registration), getRegistration: async () => registration },
  });
}

test("the app is stored when the service worker says so", async () => {
  stubWorker(null);
  await expect(storeApp()).resolves.toBeUndefined();
});

test.each(["QuotaExceededError", "TypeError"])("a screen that is missing is an error (%s)", async (name) => {
  stubWorker(name);
  await expect(storeApp()).rejects.toMatchObject({ name });
});
