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
  const { getPrayerProfile: prayerSetup } = await import("./profile-store.ts");
  expect(prayerSetup()).toEqual(defaultProfile);
});

test("is stored on the device", async () => {
  const { updatePrayerProfile: changePrayerSetup } = await import("./profile-store.ts");
  changePrayerSetup({ location: makkah });
  vi.resetModules();
  const { getPrayerProfile: prayerSetup } = await import("./profile-store.ts");
  expect(prayerSetup()).toEqual({ ...defaultProfile, location: makkah });
});

test("follows changes of another tab", async () => {
  const { onPrayerProfileChange: onPrayerSetup, getPrayerProfile: prayerSetup } = await import(
    "./profile-store.ts"
  );
  const result = vi.fn();
  const stop = onPrayerSetup(result);
  expect(prayerSetup().location).toBeNull();
  localStorage.setItem("maktaba.prayer", JSON.stringify({ ...defaultProfile, location: makkah }));
  dispatchEvent(new StorageEvent("storage", { key: "maktaba.prayer" }));
  expect(result).toHaveBeenCalledOnce();
  expect(prayerSetup().location).toEqual(makkah);
  stop();
});

test("sends the server a location rounded to about a kilometre", () => {
  expect(roundCoordinates(makkah)).toEqual({ ...makkah, latitude: 21.43, longitude: 39.83 });
});
