import { expect, type Page } from "@playwright/test";
import { defaultProfile } from "#shared/prayer/prayer-profile.ts";
import { createPushBrowser } from "#server/testing/peers/push-browser.ts";
import { test } from "./support/fixtures.ts";

const riyadh = { latitude: 24.7136, longitude: 46.6753, zone: "Asia/Riyadh", name: "Riyadh", country: "SA" };

/** Fakes a push subscription: the browser's push service cannot be reached in tests. */
async function stubSubscription(page: Page): Promise<void> {
  const { endpoint, keys } = createPushBrowser().subscription;
  await page.addInitScript(
    ([endpoint, keys, profile]) => {
      const subscription = { endpoint, options: {}, toJSON: () => ({ endpoint, keys }) };
      let isSubscribed = false;
      PushManager.prototype.getSubscription = async () => (isSubscribed ? (subscription as never) : null);
      PushManager.prototype.subscribe = async () => {
        isSubscribed = true;
        return subscription as never;
      };
      localStorage.setItem("maktaba.prayer", profile);
    },
    [endpoint, keys, JSON.stringify({ ...defaultProfile, location: riyadh })] as const,
  );
}

/** Sends a push to the page's service worker, as a push service does. */
async function pushTo(page: Page, payload: object): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const known = new Promise<string>((resolve) => {
    cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId);
    });
  });
  await cdp.send("ServiceWorker.enable");
  const { origin } = new URL(page.url());
  const registrationId = await known;
  const data = JSON.stringify(payload);
  await cdp.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });
}

const listNotifications = (page: Page) =>
  page.evaluate(async () => {
    const all = await (await navigator.serviceWorker.ready).getNotifications();
    return all.map(({ title, body, silent, data }) => ({ title, body, silent, data }));
  });

test("a device is subscribed, alerted, and shows pushed notifications", async ({ make, openPage }) => {
  const page = await openPage(await make.user(), { serviceWorkers: "allow" });
  await page.context().grantPermissions(["notifications"]);
  await stubSubscription(page);
  await page.goto("/notifications-settings");

  await page.getByRole("button", { name: "Turn on for this device" }).click();
  const prayer = page.getByRole("switch", { name: "Prayer alerts" });
  await prayer.click();
  await expect(prayer).toBeChecked();
  const getStoredProfile = () => page.evaluate(async () => (await fetch("/api/prayer/profile")).json());
  const location = { latitude: 24.71, longitude: 46.68, zone: "Asia/Riyadh" };
  await expect.poll(getStoredProfile).toMatchObject({ location });

  const alertPayload = {
    kind: "prayer",
    title: "It is time for Asr",
    body: "3:42 PM",
    lang: "en",
    url: "/athan-demo",
    tag: "prayer asr",
    isSilent: false,
    until: new Date(Date.now() + 60_000).toISOString(),
  };
  // Repeated until shown: a message to a starting worker can be lost, and the tag replaces
  // copies.
  const pushAlert = async () => {
    await pushTo(page, { ...alertPayload, title: "10 minutes until Asr" });
    return listNotifications(page);
  };
  await expect.poll(pushAlert).toHaveLength(1);
  await pushTo(page, alertPayload);
  await expect
    .poll(() => listNotifications(page))
    .toEqual([
      { title: alertPayload.title, body: alertPayload.body, silent: true, data: { url: "/athan-demo" } },
    ]);

  await prayer.click();
  await expect(prayer).not.toBeChecked();
  await expect.poll(getStoredProfile).toBeNull();
});
