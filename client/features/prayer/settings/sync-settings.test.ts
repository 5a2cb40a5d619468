import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { prayerNotificationsContract } from "#shared/prayer/notifications-contract.ts";
import { defaultProfile } from "#shared/prayer/prayer-profile.ts";
import { reply, stubCalls, stubRejection } from "#client/testing/stub-calls.ts";
import { updatePrayerProfile } from "./profile-store.ts";
import { syncToServer, uploadSettings } from "./sync-settings.ts";

const { savePrayerProfile } = prayerNotificationsContract;
const reader = "maryam";
const riyadh = { latitude: 24.7136, longitude: 46.6753, zone: "Asia/Riyadh", name: null, country: null };

beforeEach(() => {
  vi.useFakeTimers();
  updatePrayerProfile({ ...defaultProfile, location: riyadh });
});
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

const hanafi = { ...defaultProfile.settings, madhab: "hanafi" } as const;

test("changes are sent to a server with a copy, batched, with a rounded location", async () => {
  const { calls } = stubCalls(reply(savePrayerProfile, defaultProfile));
  const stop = syncToServer(reader);
  updatePrayerProfile({ settings: hanafi });
  await vi.runAllTimersAsync();
  expect(calls).toEqual([]);

  await uploadSettings(reader);
  updatePrayerProfile({ settings: defaultProfile.settings });
  updatePrayerProfile({ settings: hanafi });
  await vi.runAllTimersAsync();
  expect(calls).toHaveLength(2);
  expect(calls[1]?.body).toMatchObject({
    location: { latitude: 24.71, longitude: 46.68 },
    settings: { madhab: "hanafi" },
  });

  stop();
  updatePrayerProfile({ settings: defaultProfile.settings });
  await vi.runAllTimersAsync();
  expect(calls).toHaveLength(2);
});

test("a server without a copy receives nothing", async () => {
  const { calls, add } = stubCalls(reply(savePrayerProfile, defaultProfile));
  const stop = syncToServer(reader);
  await uploadSettings(reader);
  add(stubRejection(savePrayerProfile, { code: "conflict", message: "None of your devices is called." }));
  updatePrayerProfile({ settings: hanafi });
  await vi.runAllTimersAsync();
  updatePrayerProfile({ settings: defaultProfile.settings });
  await vi.runAllTimersAsync();
  expect(calls).toHaveLength(2);
  stop();
});

test("unsent changes of one account are not sent as another", async () => {
  const { calls } = stubCalls(reply(savePrayerProfile, defaultProfile));
  await uploadSettings(reader);
  const stopForGuest = syncToServer(null);
  updatePrayerProfile({ settings: hanafi });
  await vi.runAllTimersAsync();
  stopForGuest();
  const stopForOther = syncToServer("yusuf");
  updatePrayerProfile({ settings: { ...hanafi, method: "Egyptian" } });
  await vi.runAllTimersAsync();
  stopForOther();
  expect(calls).toHaveLength(1);

  const stop = syncToServer(reader);
  await vi.runAllTimersAsync();
  expect(calls[1]?.body).toMatchObject({ settings: { method: "Egyptian" } });
  stop();
});

test("an alert turned off as the page closes is sent at once with keepalive", async () => {
  stubCalls(reply(savePrayerProfile, defaultProfile));
  const stop = syncToServer(reader);
  await uploadSettings(reader);
  const sent = vi.fn(async (_url: string, _init?: RequestInit) => Response.json(defaultProfile));
  vi.stubGlobal("fetch", sent);
  updatePrayerProfile({ settings: hanafi });
  Object.defineProperty(document, "visibilityState", { configurable: true, value: "hidden" });
  document.dispatchEvent(new Event("visibilitychange"));
  Reflect.deleteProperty(document, "visibilityState");
  expect(sent.mock.calls.at(-1)?.[1]).toMatchObject({ method: "PUT", keepalive: true });
  await vi.runAllTimersAsync();
  expect(sent).toHaveBeenCalledOnce();
  stop();
});

test("unsent changes are sent when the network returns and at the next visit", async () => {
  stubCalls(reply(savePrayerProfile, defaultProfile));
  const stop = syncToServer(reader);
  await uploadSettings(reader);
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  updatePrayerProfile({ settings: hanafi });
  await vi.runAllTimersAsync();
  stop();
  const again = stubCalls(
    stubRejection(savePrayerProfile, { code: "unauthenticated", message: "Please sign in." }),
  );
  const stopAgain = syncToServer(reader);
  await vi.runAllTimersAsync();
  expect(again.calls).toMatchObject([{ method: "PUT", body: { settings: { madhab: "hanafi" } } }]);

  again.add(reply(savePrayerProfile, defaultProfile));
  dispatchEvent(new Event("online"));
  dispatchEvent(new Event("online"));
  await vi.runAllTimersAsync();
  dispatchEvent(new Event("online"));
  await vi.runAllTimersAsync();
  expect(again.calls).toHaveLength(3);
  stopAgain();
});
