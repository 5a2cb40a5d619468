import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { roundedPlace, usualSetup } from "#shared/prayer/prayer-profile.ts";

beforeEach(() => vi.resetModules());
afterEach(() => localStorage.clear());

const makkah = {
  latitude: 21.42664,
  longitude: 39.82563,
  zone: "Asia/Riyadh",
  name: "Makkah",
  country: "SA",
};

test("is the usual one on a device that was told nothing, or that kept something else", async () => {
  localStorage.setItem("maktaba.prayer", '{"place":{"latitude":"north"}}');
  const { prayerSetup } = await import("./setup-store.ts");
  expect(prayerSetup()).toEqual(usualSetup);
});

test("is kept on the device", async () => {
  const { changePrayerSetup } = await import("./setup-store.ts");
  changePrayerSetup({ place: makkah });
  vi.resetModules();
  const { prayerSetup } = await import("./setup-store.ts");
  expect(prayerSetup()).toEqual({ ...usualSetup, place: makkah });
});

test("follows what another tab said", async () => {
  const { onPrayerSetup, prayerSetup } = await import("./setup-store.ts");
  const heard = vi.fn();
  const stop = onPrayerSetup(heard);
  expect(prayerSetup().place).toBeNull();
  localStorage.setItem("maktaba.prayer", JSON.stringify({ ...usualSetup, place: makkah }));
  dispatchEvent(new StorageEvent("storage", { key: "maktaba.prayer" }));
  expect(heard).toHaveBeenCalledOnce();
  expect(prayerSetup().place).toEqual(makkah);
  stop();
});

test("tells the server no more than a place to about a kilometre", () => {
  expect(roundedPlace(makkah)).toEqual({ ...makkah, latitude: 21.43, longitude: 39.83 });
});
