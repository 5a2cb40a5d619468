import { beforeEach, expect, test, vi } from "vitest";
import { calculatePrayerTimes, parametersOf } from "./calculate-times.ts";
import { latitudeFor } from "./polar-fallback.ts";
import { defaultPrayerSettings, type PrayerPlace } from "./settings.ts";

vi.mock("./calculate-times.ts", async (original) => {
  const actual = await original<typeof import("./calculate-times.ts")>();
  return { ...actual, reckon: vi.fn(actual.calculatePrayerTimes) };
});

const tromso: PrayerPlace = { latitude: 69.65, longitude: 18.96, zone: "Europe/Oslo" };
const ours = parametersOf(defaultPrayerSettings, "seventhofthenight");
const hanafi = parametersOf({ ...defaultPrayerSettings, madhab: "hanafi" }, "seventhofthenight");
const middle = parametersOf(defaultPrayerSettings, "middleofthenight");
const tehran = parametersOf({ ...defaultPrayerSettings, method: "Tehran" }, "seventhofthenight");
const day = "2026-06-10";

beforeEach(() => {
  vi.mocked(calculatePrayerTimes).mockClear();
});

test("the latitude of a polar day is looked for once, and that of other days not at all", () => {
  const first = latitudeFor(tromso, ours, day);
  expect(vi.mocked(calculatePrayerTimes).mock.calls.length).toBeGreaterThan(10);
  vi.mocked(calculatePrayerTimes).mockClear();

  expect(latitudeFor({ ...tromso }, parametersOf(defaultPrayerSettings, "seventhofthenight"), day)).toBe(
    first,
  );
  expect(latitudeFor({ ...tromso, latitude: 64.9 }, ours, day)).toBe(64.9);
  expect(calculatePrayerTimes).not.toHaveBeenCalled();
});

test("another day, place, method or rule is looked for anew, and the first stays what it was", () => {
  const first = latitudeFor(tromso, ours, day);
  const changes = [
    () => latitudeFor(tromso, ours, "2026-06-11"),
    () => latitudeFor({ ...tromso, latitude: 78.2 }, ours, day),
    () => latitudeFor({ ...tromso, longitude: 25 }, ours, day),
    () => latitudeFor({ ...tromso, zone: "UTC" }, ours, day),
    () => latitudeFor(tromso, hanafi, day),
    () => latitudeFor(tromso, middle, day),
    () => latitudeFor(tromso, tehran, day),
  ];
  for (const change of changes) {
    vi.mocked(calculatePrayerTimes).mockClear();
    change();
    expect(calculatePrayerTimes).toHaveBeenCalled();
  }
  expect(latitudeFor(tromso, ours, day)).toBe(first);
});

test("what was asked for longest ago is forgotten", () => {
  latitudeFor(tromso, ours, day);
  for (let n = 0; n < 400; n++) latitudeFor({ ...tromso, longitude: n / 4 }, ours, "2026-03-20");
  vi.mocked(calculatePrayerTimes).mockClear();
  latitudeFor(tromso, ours, day);

  expect(calculatePrayerTimes).toHaveBeenCalled();
});
