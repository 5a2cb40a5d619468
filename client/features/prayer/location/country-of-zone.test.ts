import { expect, test } from "vitest";
import { findCountryOfZone } from "./country-of-zone.ts";
import { getLocationAt } from "./location.ts";

test.for([
  ["Asia/Riyadh", "SA"],
  ["America/Indiana/Knox", "US"],
  ["Asia/Kolkata", "IN"],
  ["Europe/Istanbul", "TR"],
  ["Asia/Jerusalem", null],
  ["Etc/GMT-5", null],
  ["Mars/Phobos", null],
] as const)("the time zone %s is in %s", ([zone, country]) => {
  expect(findCountryOfZone(zone)).toBe(country);
});

test("coordinates are assigned the country whose defaults apply", async () => {
  expect(await getLocationAt(40.71, -74.01)).toEqual({
    latitude: 40.71,
    longitude: -74.01,
    zone: "America/New_York",
    name: null,
    country: "US",
  });
});
