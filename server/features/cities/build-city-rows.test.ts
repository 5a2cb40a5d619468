import { beforeAll, describe, expect, test } from "vitest";
import { buildCityRows, type CityRow, type NameRow } from "./build-city-rows.ts";
import { nameKinds } from "./names.ts";

let cities: readonly CityRow[] = [];
let names: readonly NameRow[] = [];

beforeAll(() => {
  const all = [...buildCityRows()];
  cities = all.flatMap((some) => some.cities);
  names = all.flatMap((some) => some.names);
});

const findById = (id: number) => cities.find(([each]) => each === id);
const listNamed = (name: string) => names.filter(([each]) => each === name).map(([, id, kind]) => [id, kind]);
const makkah = 104_515;

describe("the city list", () => {
  test("has a time zone, coordinates and a name for each", () => {
    expect(cities.length).toBeGreaterThan(130_000);
    expect(new Set(cities.map(([id]) => id)).size).toBe(cities.length);
    const invalidCities = cities.filter(
      ([, name, , country, , latitude, longitude, zone]) =>
        name === "" ||
        !/^[A-Z]{2}$/.test(country ?? "XX") ||
        !zone ||
        Math.abs(latitude) > 90 ||
        Math.abs(longitude) > 180,
    );
    expect(invalidCities).toEqual([]);
  });

  test("names Makkah in our spelling, without generated names", () => {
    expect(findById(makkah)).toEqual([
      makkah,
      "Makkah",
      "مكة المكرمة",
      "SA",
      null,
      21.42664,
      39.82563,
      "Asia/Riyadh",
      1_323_624,
    ]);
    expect(listNamed("makkah")).toContainEqual([makkah, nameKinds.own]);
    // A village in California, of that name.
    expect(findById(5_371_965)?.[2]).toBeNull();
    expect(listNamed("مكه المكرمه")).toContainEqual([makkah, nameKinds.own]);
    expect(listNamed("مكه المكرمه")).toContainEqual([5_371_965, nameKinds.fromDictionary]);
  });

  test("has Arabic names, also of countries with other spellings", () => {
    expect(names.filter(([, , kind]) => kind === nameKinds.fromDictionary).length).toBeGreaterThan(30_000);
    expect(listNamed("برنو").length).toBeGreaterThan(0);
  });

  test("shows Jerusalem without a country", () => {
    const [jerusalem] = listNamed("القدس");
    expect(findById(Number(jerusalem?.[0]))).toMatchObject({
      1: "Jerusalem (Al-Quds)",
      3: null,
      7: "Asia/Jerusalem",
    });
  });

  test("distinguishes cities of the same name", () => {
    expect(cities.filter(([, name, , , region]) => name === "London" && region === "Ontario")).toHaveLength(
      1,
    );
  });
});
