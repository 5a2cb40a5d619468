import { describe, expect } from "vitest";
import { getCountryDefault } from "#shared/prayer/country-defaults.ts";
import { defaultsContract } from "#shared/prayer/defaults.ts";
import { test } from "#server/testing/test.ts";

const { listDefaults, saveDefault } = defaultsContract;
const other = { method: "Karachi", angles: { fajr: 18, isha: { angle: 17 } }, madhab: "hanafi" } as const;

describe("country defaults", () => {
  test("are set by employees and public", async ({ app }) => {
    const employee = await app.make.user({ isEmployee: true });
    await app.as(employee)(saveDefault, { params: { country: "GB" }, body: other });
    const angles = { fajr: 17.5, isha: { minutes: 90 } };
    await app.as(employee)(saveDefault, {
      params: { country: "DE" },
      body: { ...other, method: "Other", angles },
    });

    const listed = await app.as(null)(listDefaults, {});

    expect(listed).toEqual([
      { country: "DE", method: "Other", angles, madhab: "hanafi" },
      { country: "GB", ...other },
    ]);
  });

  test("are reset when set to the built-in values", async ({ app }) => {
    const employee = await app.make.user({ isEmployee: true });
    await app.as(employee)(saveDefault, { params: { country: "EG" }, body: other });

    const reset = await app.as(employee)(saveDefault, {
      params: { country: "EG" },
      body: getCountryDefault("EG"),
    });

    expect(reset.map(({ country }) => country)).not.toContain("EG");
  });

  test("require staff and a country code", async ({ app }) => {
    const params = { country: "GB" };
    const employee = await app.make.user({ isEmployee: true });
    const reader = await app.make.user();

    await expect(app.as(null)(saveDefault, { params, body: other })).rejects.toMatchObject({ status: 401 });
    await expect(app.as(reader)(saveDefault, { params, body: other })).rejects.toMatchObject({ status: 403 });
    const wrong = await app.fetch("/api/prayer/defaults/Egypt", {
      method: "PUT",
      as: employee,
      body: JSON.stringify(other),
      headers: { "Content-Type": "application/json" },
    });
    expect(wrong.status).toBe(400);
  });
});
