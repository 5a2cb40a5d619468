import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { defaultPrayerSettings, type PrayerLocation } from "./settings.ts";

// Other test files of the process have loaded the modules, and need them without mocks.
vi.resetModules();
vi.doMock("./calculate-times.ts", async (original) => {
  const actual = await original<typeof import("./calculate-times.ts")>();
  return { ...actual, calculatePrayerTimes: vi.fn(actual.calculatePrayerTimes) };
});
const { calculatePrayerTimes, getCalculationParameters } = await import("./calculate-times.ts");
const { getSubstituteLatitude } = await import("./polar-fallback.ts");
afterAll(() => {
  vi.doUnmock("./calculate-times.ts");
  vi.resetModules();
});

const tromso: PrayerLocation = { latitude: 69.65, longitude: 18.96, zone: "Europe/Oslo" };
const ours = getCalculationParameters(defaultPrayerSettings, "seventhofthenight");
const hanafi = getCalculationParameters({ ...defaultPrayerSettings, madhab: "hanafi" }, "seventhofthenight");
const middle = getCalculationParameters(defaultPrayerSettings, "middleofthenight");
const tehran = getCalculationParameters({ ...defaultPrayerSettings, method: "Tehran" }, "seventhofthenight");
const day = "2026-06-10";

beforeEach(() => {
  vi.mocked(calculatePrayerTimes).mockClear();
});

test("the latitude of a polar day is computed once, and of other days never", () => {
  const first = getSubstituteLatitude(tromso, ours, day);
  expect(vi.mocked(calculatePrayerTimes).mock.calls.length).toBeGreaterThan(10);
  vi.mocked(calculatePrayerTimes).mockClear();

  expect(
    getSubstituteLatitude(
      { ...tromso },
      getCalculationParameters(defaultPrayerSettings, "seventhofthenight"),
      day,
    ),
  ).toBe(first);
  expect(getSubstituteLatitude({ ...tromso, latitude: 64.4 }, ours, day)).toBe(64.4);
  expect(calculatePrayerTimes).not.toHaveBeenCalled();
});

test("another day, location, method or rule is computed separately", () => {
  const first = getSubstituteLatitude(tromso, ours, day);
  const changes = [
    () => getSubstituteLatitude(tromso, ours, "2026-06-11"),
    () => getSubstituteLatitude({ ...tromso, latitude: 78.2 }, ours, day),
    () => getSubstituteLatitude({ ...tromso, longitude: 25 }, ours, day),
    () => getSubstituteLatitude({ ...tromso, zone: "UTC" }, ours, day),
    () => getSubstituteLatitude(tromso, hanafi, day),
    () => getSubstituteLatitude(tromso, middle, day),
    () => getSubstituteLatitude(tromso, tehran, day),
  ];
  for (const change of changes) {
    vi.mocked(calculatePrayerTimes).mockClear();
    change();
    expect(calculatePrayerTimes).toHaveBeenCalled();
  }
  expect(getSubstituteLatitude(tromso, ours, day)).toBe(first);
});

test("the oldest entry is evicted", () => {
  getSubstituteLatitude(tromso, ours, day);
  for (let n = 0; n < 400; n++) getSubstituteLatitude({ ...tromso, longitude: n / 4 }, ours, "2026-03-20");
  vi.mocked(calculatePrayerTimes).mockClear();
  getSubstituteLatitude(tromso, ours, day);

  expect(calculatePrayerTimes).toHaveBeenCalled();
});
