import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { citiesContract } from "#shared/cities/contract.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";
import type { CityBatch, CityRow } from "./build-city-rows.ts";
import { getSearchKeys, nameKinds } from "./names.ts";
import { type CityImport, prepareCities } from "./prepare.ts";
import { replaceCities } from "./queries.ts";
import { citiesVersion } from "./version.ts";

let app: TestApp;
const createdAt = new Date("2026-03-01T00:00:00Z");

interface SyntheticCity {
  readonly name: string;
  readonly country: string;
  readonly population: number;
  readonly arabicName?: string;
  readonly others?: readonly string[];
  readonly guess?: string;
}

const syntheticCities: readonly SyntheticCity[] = [
  {
    name: "Makkah",
    country: "SA",
    population: 1_300_000,
    arabicName: "مكة المكرمة",
    others: ["Mecca", "مكة"],
  },
  { name: "Mecca", country: "US", population: 8_000, guess: "مكة المكرمة" },
  { name: "Cairo", country: "EG", population: 7_700_000, arabicName: "القاهرة", others: ["Al Qahirah"] },
  { name: "Cairo", country: "US", population: 9_000 },
  { name: "Cairo Montenotte", country: "IT", population: 9_900_000 },
  { name: "New Cairo", country: "EG", population: 200_000 },
  { name: "Tromsø", country: "NO", population: 52_436 },
  { name: "Isfahan", country: "IR", population: 1_500_000, arabicName: "أصفهان", others: ["Esfahan"] },
  { name: "Mişrātah", country: "LY", population: 300_000, arabicName: "مصراتة", others: ["Misrata"] },
  { name: "Sanaa", country: "YE", population: 1_900_000, arabicName: "صنعاء" },
  { name: "Żory", country: "PL", population: 62_000 },
  { name: "Zürich", country: "CH", population: 340_000 },
];

beforeAll(async () => {
  app = await startTestApp();
  await replaceCities(app.db, { version: citiesVersion, createdAt }, [createBatch(syntheticCities)]);
});
afterAll(() => app.stop());

function createBatch(list: readonly SyntheticCity[]): CityBatch {
  const cities = list.map(({ name, arabicName, country, population }, id): CityRow => {
    return [id, name, arabicName ?? null, country, null, 21.4, 39.8, "Asia/Riyadh", population];
  });
  const names = list.flatMap(({ name, arabicName = "", others = [], guess = "", population }, id) => [
    ...[name, arabicName, ...others]
      .flatMap(getSearchKeys)
      .map(([key, kind]) => [key, id, kind, population] as const),
    ...getSearchKeys(guess).map(([key]) => [key, id, nameKinds.fromDictionary, population] as const),
  ]);
  return { cities, names };
}

async function findCities(search: string, limit?: number): Promise<string[]> {
  const { cities } = await app.as(null)(citiesContract.findCities, { query: { search, limit } });
  return cities.map(({ name, country }) => `${name} ${country}`);
}

describe("city search", () => {
  test("returns all that prayer times need", async () => {
    const {
      cities: [city],
    } = await app.as(null)(citiesContract.findCities, { query: { search: "makkah" } });
    expect(city).toEqual({
      id: 0,
      name: "Makkah",
      arabicName: "مكة المكرمة",
      country: "SA",
      region: null,
      latitude: 21.4,
      longitude: 39.8,
      zone: "Asia/Riyadh",
    });
  });

  test("ranks exact names, then prefixes, then later words, by population", async () => {
    expect(await findCities("cairo")).toEqual([
      "Cairo EG",
      "Cairo US",
      "Cairo Montenotte IT",
      "New Cairo EG",
    ]);
    expect(await findCities("cairo", 2)).toEqual(["Cairo EG", "Cairo US"]);
    expect(await findCities("cai")).toEqual(["Cairo Montenotte IT", "Cairo EG", "Cairo US", "New Cairo EG"]);
  });

  test.each([
    ["tromso", "Tromsø NO"],
    ["TROMSØ", "Tromsø NO"],
    ["misrata", "Mişrātah LY"],
    ["مصراته", "Mişrātah LY"],
    ["اصفهان", "Isfahan IR"],
    ["أَصْفَهَان", "Isfahan IR"],
    ["esfahan", "Isfahan IR"],
    ["صنعا", "Sanaa YE"],
    ["sana'a", "Sanaa YE"],
    ["قاهرة", "Cairo EG"],
    ["القاهره", "Cairo EG"],
    ["qahira", "Cairo EG"],
    ["al-Qāhirah", "Cairo EG"],
    ["makka", "Makkah SA"],
  ])("finds by %s", async (search, first) => {
    expect((await findCities(search))[0]).toBe(first);
  });

  test("ranks equal-sounding names with prefixes", async () => {
    expect(await findCities("zuri")).toEqual(["Zürich CH", "Żory PL"]);
    expect(await findCities("zury")).toEqual(["Żory PL"]);
  });

  test("ranks generated names last", async () => {
    expect(await findCities("مكة المكرمة")).toEqual(["Makkah SA", "Mecca US"]);
    expect(await findCities("مكه")).toEqual(["Makkah SA", "Mecca US"]);
  });

  test.each(["", " ", "🕌", "%", "_", "ـ", "'", "jjjj", "x".repeat(200)])(
    "finds nothing by %j",
    async (search) => {
      expect(await findCities(search)).toEqual([]);
    },
  );

  test("accepts one letter", async () => {
    expect(await findCities("c", 1)).toEqual(["Cairo Montenotte IT"]);
  });

  test.each(["search=%00", `search=${"x".repeat(201)}`, "search=a&limit=0", "search=a&limit=21", ""])(
    "refuses ?%s",
    async (query) => {
      expect((await app.fetch(`/api/prayer/cities?${query}`)).status).toBe(400);
    },
  );
});

describe("building the city list", () => {
  test("happens once", async () => {
    const end = await prepareCities(app.services, app.databaseUrl, { delayMs: 0 });
    await end();
    expect(await findCities("cairo", 1)).toEqual(["Cairo EG"]);

    await replaceCities(app.db, { version: citiesVersion, createdAt }, []);
    expect(await findCities("cairo", 1)).toEqual(["Cairo EG"]);
  });

  test("is retried after a failure and stops on shutdown", async () => {
    const failures: (object | null)[] = [{ code: 1 }, { code: null, signal: "SIGKILL" }, null];
    const startImport = vi.fn(
      (): CityImport => ({ ended: Promise.resolve(failures.shift() ?? null), stop: () => {} }),
    );
    await app.db.execute("update city_lists set version = 'before'");

    const end = await prepareCities(app.services, app.databaseUrl, {
      startImport,
      delayMs: 0,
      retryDelayMs: 1,
    });
    await vi.waitFor(() => expect(startImport).toHaveBeenCalledTimes(3));
    await end();
    failures.push({ code: 1 });
    const endSoon = await prepareCities(app.services, app.databaseUrl, {
      startImport,
      delayMs: 0,
      retryDelayMs: 3_600_000,
    });
    await vi.waitFor(() => expect(startImport).toHaveBeenCalledTimes(4));
    await endSoon();
    expect(startImport).toHaveBeenCalledTimes(4);
  });

  test("is reported until it has finished for the first time", async () => {
    const searchCities = () => app.as(null)(citiesContract.findCities, { query: { search: "cairo" } });
    expect((await app.as(null)(citiesContract.findCities, { query: { search: "zzzz" } })).isImporting).toBe(
      false,
    );
    await app.db.execute("delete from city_lists");
    await app.db.execute("delete from city_names");
    expect(await searchCities()).toEqual({ cities: [], isImporting: true });

    await replaceCities(app.db, { version: citiesVersion, createdAt }, [createBatch(syntheticCities)]);
    expect(await searchCities()).toMatchObject({
      isImporting: false,
      cities: [{ name: "Cairo" }, {}, {}, {}],
    });
  });

  test("replaces the previous list atomically", async () => {
    await replaceCities(app.db, { version: "another", createdAt }, [
      createBatch([syntheticCities[8] as SyntheticCity]),
    ]);
    expect(await findCities("Mişrātah")).toEqual(["Mişrātah LY"]);
    expect(await findCities("cairo")).toEqual([]);
  });

  test("keeps the previous list on failure", async () => {
    const generateThenFail = function* () {
      yield createBatch(syntheticCities);
      throw new Error("no more");
    };
    const replacement = replaceCities(app.db, { version: "broken", createdAt }, generateThenFail());
    await expect(replacement).rejects.toThrow("no more");
    expect(await findCities("cairo")).toEqual([]);
    expect(await findCities("Mişrātah")).toEqual(["Mişrātah LY"]);
  });
});
