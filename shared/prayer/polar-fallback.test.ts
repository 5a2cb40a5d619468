import { beforeEach, expect, test, vi } from "vitest";
import { parametersOf, reckon } from "./calculate-times.ts";
import { latitudeFor } from "./polar-fallback.ts";
import { type PrayerPlace, usualSettings } from "./settings.ts";

vi.mock("./calculate-times.ts", async (original) => {
  const actual = await original<typeof import("./calculate-times.ts")>();
  return { ...actual, reckon: vi.fn(actual.reckon) };
});

const tromso: PrayerPlace = { latitude: 69.65, longitude: 18.96, zone: "Europe/Oslo" };
const ours = parametersOf(usualSettings, "seventhofthenight");
const hanafi = parametersOf({ ...usualSettings, madhab: "hanafi" }, "seventhofthenight");
const middle = parametersOf(usualSettings, "middleofthenight");
const tehran = parametersOf({ ...usualSettings, method: "Tehran" }, "seventhofthenight");
const day = "2026-06-10";

beforeEach(() => {
  vi.mocked(reckon).mockClear();
});

test("the latitude of a polar day is looked for once, and that of other days not at all", () => {
  const first = latitudeFor(tromso, ours, day);
  expect(vi.mocked(reckon).mock.calls.length).toBeGreaterThan(10);
  vi.mocked(reckon).mockClear();

  expect(latitudeFor({ ...tromso }, parametersOf(usualSettings, "seventhofthenight"), day)).toBe(first);
  expect(latitudeFor({ ...tromso, latitude: 64.9 }, ours, day)).toBe(64.9);
  expect(reckon).not.toHaveBeenCalled();
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
    vi.mocked(reckon).mockClear();
    change();
    expect(reckon).toHaveBeenCalled();
  }
  expect(latitudeFor(tromso, ours, day)).toBe(first);
});

test("what was asked for longest ago is forgotten", () => {
  latitudeFor(tromso, ours, day);
  for (let n = 0; n < 400; n++) latitudeFor({ ...tromso, longitude: n / 4 }, ours, "2026-03-20");
  vi.mocked(reckon).mockClear();
  latitudeFor(tromso, ours, day);

  expect(reckon).toHaveBeenCalled();
});
