import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { defaultProfile, roundCoordinates } from "#shared/prayer/prayer-profile.ts";

beforeEach(() => vi.resetModules());
afterEach(() => localStorage.clear());

const makkah = {
  latitude: 21.42664,
  longitude: 39.82563,
  zone: "Asia/Riyadh",
  name: "Makkah",
  country: "SA",
};

test("has defaults on a new device and for damaged data", async () => {
  localStorage.setItem("maktaba.prayer", '{"location":{"latitude":"north"}}');
  const { getPrayerProfile } = await import("./profile-store.ts");
  expect(getPrayerProfile()).toEqual(defaultProfile);
});

test("is stored on the device", async () => {
  const { updatePrayerProfile } = await import("./profile-store.ts");
  updatePrayerProfile({ location: makkah });
  vi.resetModules();
  const { getPrayerProfile } = await import("./profile-store.ts");
  expect(getPrayerProfile()).toEqual({ ...defaultProfile, location: makkah });
});

test("follows changes of another tab", async () => {
  const { onPrayerProfileChange, getPrayerProfile } = await import("./profile-store.ts");
  const result = vi.fn();
  const stop = onPrayerProfileChange(result);
  expect(getPrayerProfile().location).toBeNull();
  localStorage.setItem("maktaba.prayer", JSON.stringify({ ...defaultProfile, location: makkah }));
  dispatchEvent(new StorageEvent("storage", { key: "maktaba.prayer" }));
  expect(result).toHaveBeenCalledOnce();
  expect(getPrayerProfile().location).toEqual(makkah);
  stop();
});

test("sends the server a location rounded to about a kilometre", () => {
  expect(roundCoordinates(makkah)).toEqual({ ...makkah, latitude: 21.43, longitude: 39.83 });
});
