import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type City, citiesContract } from "#shared/cities/contract.ts";
import { defaultsContract, type SiteDefault } from "#shared/prayer/defaults.ts";
import { defaultProfile } from "#shared/prayer/prayer-profile.ts";
import { formatTimeLeft } from "#client/features/prayer/alerts/prayer-alert-texts.ts";
import { trialAlert } from "#client/features/prayer/alerts/trial-alert.ts";
import { getPrayerProfile, updatePrayerProfile } from "#client/features/prayer/settings/profile-store.ts";
import { getDeviceTimeZone } from "#client/lib/i18n/device-time-zone.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, stubCalls, stubRejection } from "#client/testing/stub-calls.ts";
import { PrayerTimesPage } from "./prayer-times-page.tsx";

vi.mock("#client/lib/i18n/device-time-zone.ts", () => ({ getDeviceTimeZone: vi.fn(() => "UTC") }));

const makkah: City = {
  id: 104_515,
  name: "Makkah",
  arabicName: "مكة المكرمة",
  country: "SA",
  region: null,
  latitude: 21.42664,
  longitude: 39.82563,
  zone: "Asia/Riyadh",
};
const tromso: City = {
  id: 3_133_895,
  name: "Tromsø",
  arabicName: "ترومسو",
  country: "NO",
  region: null,
  latitude: 69.6489,
  longitude: 18.95508,
  zone: "Europe/Oslo",
};
const { findCities } = citiesContract;
const { listDefaults } = defaultsContract;

beforeEach(() => {
  vi.stubGlobal("scrollTo", vi.fn());
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date("2026-03-01T07:15:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
  updatePrayerProfile(defaultProfile);
});

function open(city: City | null, cities: readonly City[] = [makkah], defaults: readonly SiteDefault[] = []) {
  if (city) {
    const { latitude, longitude, zone, name, country } = city;
    updatePrayerProfile({ location: { latitude, longitude, zone, name, country } });
  }
  const calls = stubCalls(
    reply(findCities, { cities: [...cities], isImporting: false }),
    reply(listDefaults, [...defaults]),
  );
  const page = renderPage(
    <main>
      <PrayerTimesPage />
    </main>,
  );
  return { ...page, ...calls };
}

const getTimes = (heading: string) =>
  within(screen.getByRole("heading", { name: heading }).closest("div.rounded-card") as HTMLElement);

describe("prayer times", () => {
  test("are shown for a city chosen by name, with its country's method", async () => {
    const { user } = open(null);

    await user.type(screen.getByRole("combobox", { name: "City" }), "mak");
    await user.click(await screen.findByRole("option", { name: /Makkah/ }));

    expect(await screen.findByRole("heading", { name: "Makkah" })).toBeVisible();
    expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
    expect(scrollTo).toHaveBeenCalledWith({ top: 0 });
    expect(getPrayerProfile()).toMatchObject({
      location: { name: "Makkah", zone: "Asia/Riyadh", country: "SA" },
      settings: { method: "UmmAlQura" },
    });
    expect(screen.getByText("Local time there: 10:15 AM")).toBeVisible();
  });

  test("are shown for the city of the device's time zone, with a trial alert", async () => {
    vi.mocked(getDeviceTimeZone).mockReturnValue("Asia/Riyadh");
    const riyadh = { ...makkah, id: 1, name: "Riyadh" };
    const { user } = open(null, [riyadh]);

    expect(await screen.findByText(/We guessed Riyadh from your time zone/)).toBeVisible();
    expect(getPrayerProfile().location).toBeNull();
    await user.click(screen.getByRole("button", { name: "Try an alert now" }));
    vi.mocked(getDeviceTimeZone).mockReset();

    expect(getPrayerProfile()).toMatchObject({
      location: { name: "Riyadh" },
      settings: { method: "UmmAlQura" },
    });
    expect(trialAlert.getState()).toMatchObject({ kind: "prayer", prayer: "dhuhr", sound: "athan" });
    const due = trialAlert.getState();
    expect(due && formatTimeLeft(due)).toBe("Trial: Dhuhr");
    trialAlert.set(null);
  });

  test("begin with the next prayer and the day, and end with a trial call and details", () => {
    open(makkah);
    const page = document.body.textContent ?? "";
    const parts = ["Next: Dhuhr", "Makkah", "Try an alert now", "How these times are calculated"];

    expect(parts.map((part) => page.indexOf(part))).toEqual(
      parts.map((part) => page.indexOf(part)).toSorted((a, b) => a - b),
    );
    expect(page).toContain("Try an alert now");
  });

  test("use the site's defaults for a country until the user changes them", async () => {
    const angles = { fajr: 18, isha: { angle: 17 } };
    const { user } = open(null, [makkah], [{ country: "SA", method: "Egyptian", angles, madhab: "hanafi" }]);
    const choose = async () => {
      await user.type(screen.getByRole("combobox", { name: "City" }), "mak");
      await user.click(await screen.findByRole("option", { name: /Makkah/ }));
    };

    await choose();
    expect(getPrayerProfile().settings).toMatchObject({ method: "Egyptian", madhab: "hanafi" });
    expect(screen.getByText("Default for Saudi Arabia.")).toBeVisible();
    await user.selectOptions(screen.getByLabelText("Method"), "Qatar");
    await user.click(screen.getByRole("button", { name: "Change location" }));
    await choose();
    expect(getPrayerProfile().settings.method).toBe("Qatar");
  });

  test("can be set up by keyboard alone", async () => {
    const { user } = open(null, [makkah, tromso]);

    const field = screen.getByRole("combobox", { name: "City" });
    await user.type(field, "o");
    await screen.findByRole("option", { name: /Tromsø/ });
    await user.keyboard("{ArrowDown}");
    expect(field).toHaveAttribute("aria-activedescendant", screen.getByRole("option", { name: /Troms/ }).id);
    await user.keyboard("{Enter}");

    expect(getPrayerProfile().location?.name).toBe("Tromsø");
  });

  test("show a message for unknown cities and errors", async () => {
    const { user, add } = open(null, []);
    const field = screen.getByRole("combobox", { name: "City" });

    await user.type(field, "qqq");
    expect(await screen.findByText(/No city found/)).toBeVisible();
    add(stubRejection(findCities, { code: "unavailable" } as never));
    await user.type(field, "q");
    expect(await screen.findByText(/City search failed/)).toBeVisible();
  });

  test("wait for a server that is still importing cities", async () => {
    const { user, add } = open(null);
    add(reply(findCities, { cities: [], isImporting: true }));

    await user.type(screen.getByRole("combobox", { name: "City" }), "mak");
    expect(await screen.findByText(/still being set up/)).toBeVisible();
    add(reply(findCities, { cities: [makkah], isImporting: false }));
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await screen.findByRole("option", { name: /Makkah/ })).toBeVisible();
    expect(screen.queryByText(/still being set up/)).not.toBeInTheDocument();
  });

  test("are shown for coordinates in their time zone, without a request", async () => {
    const { user, calls } = open(null);

    await user.click(screen.getByText("By coordinates"));
    await user.type(screen.getByLabelText("Latitude"), "95");
    await user.type(screen.getByLabelText("Longitude"), "-0,1276");
    await user.click(screen.getByRole("button", { name: "Use these coordinates" }));
    expect(await screen.findByText(/Enter a number from −90 to 90/)).toBeVisible();
    await user.clear(screen.getByLabelText("Latitude"));
    await user.type(screen.getByLabelText("Latitude"), "٥١٫٥");
    await user.click(screen.getByRole("button", { name: "Use these coordinates" }));

    expect(await screen.findByRole("heading", { name: "51.50° N 0.13° W" })).toBeVisible();
    expect(getPrayerProfile().location).toMatchObject({
      latitude: 51.5,
      longitude: -0.1276,
      zone: "Europe/London",
    });
    expect(calls.filter(({ url, body }) => `${url} ${body}`.match(/51|127|cities/))).toEqual([]);
  });

  test.each([
    [1, /Location access is blocked/],
    [2, /could not be determined/],
    [3, /took too long/],
  ])("explain why the device has no location: %s", async (code, text) => {
    vi.stubGlobal("isSecureContext", true);
    const getCurrentPosition = (_found: unknown, failed: (error: { code: number }) => void) =>
      failed({ code });
    Object.defineProperty(navigator, "geolocation", { value: { getCurrentPosition }, configurable: true });
    const { user } = open(null);

    await user.click(screen.getByRole("button", { name: "Use this device's location" }));

    expect(await screen.findByText(text)).toBeVisible();
  });

  test("mark the next prayer, never a past one, and count down to it and to the end of the fast", () => {
    open(makkah);
    const card = getTimes("Makkah");

    const marked = card.getAllByRole("listitem").filter((item) => item.textContent?.includes("(next)"));
    expect(marked.map((item) => item.textContent)).toEqual([expect.stringMatching(/^Dhuhr \(next\)12:/)]);
    expect(card.queryByText("now")).not.toBeInTheDocument();
    expect(card.getByText("Sunrise").closest("li")).toHaveClass("text-muted");
    expect(card.getByText("Next: Dhuhr")).toBeVisible();
    expect(card.getByRole("timer", { name: /until Maghrib, when the fast ends/ })).toHaveTextContent(/^8:/);
    expect(card.getByText("Ramadan 12, 1447 AH")).toBeVisible();
  });

  test("explain the method and differences tomorrow", async () => {
    const { user } = open(makkah);
    const explanation = getTimes("How these times are calculated");

    expect(explanation.getByText("Muslim World League")).toBeVisible();
    await user.selectOptions(screen.getByLabelText("Method"), "Umm al-Qura University, Makkah");
    expect(explanation.getByText("Isha: 90 minutes after Maghrib")).toBeVisible();
    expect(explanation.getByText("Isha is 30 minutes later in Ramadan")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Fajr: one minute earlier" }));
    expect(explanation.getByText(/Fajr .?−1/, { selector: "dd" })).toBeVisible();
  });

  test("offer the country's defaults again", async () => {
    const { user } = open(makkah);

    expect(screen.getByText("Differs from the default for Saudi Arabia.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Use default" }));

    expect(screen.getByText("Default for Saudi Arabia.")).toBeVisible();
    expect(getPrayerProfile().settings.method).toBe("UmmAlQura");
  });

  test("accept custom angles once complete", async () => {
    const { user } = open(makkah);

    await user.selectOptions(screen.getByLabelText("Method"), "Custom angles");
    const fajr = screen.getByLabelText("Fajr angle");
    await user.clear(fajr);
    await user.type(fajr, "4");
    expect(screen.getByText("Enter degrees from 5 to 25")).toBeVisible();
    expect(getPrayerProfile().settings.angles.fajr).toBe(18);
    await user.clear(fajr);
    await user.type(fajr, "15,5");

    expect(getPrayerProfile().settings).toMatchObject({ method: "Other", angles: { fajr: 15.5 } });
  });

  test("are listed for any month, across clock changes", async () => {
    const { user } = open(tromso);
    const listRows = () => screen.getAllByRole("row").slice(1);

    expect(screen.getByRole("heading", { name: "Prayer times in March 2026, Tromsø" })).toBeVisible();
    expect(listRows()).toHaveLength(31);
    expect(listRows()[0]).toHaveAttribute("aria-current", "date");
    const getDhuhr = (row: HTMLElement | undefined) => within(row as HTMLElement).getAllByRole("cell")[3];
    expect(getDhuhr(listRows()[27])).toHaveTextContent("11:50");
    expect(getDhuhr(listRows()[28])).toHaveTextContent("12:50");
    expect(listRows()[28]).toHaveTextContent("clocks change");
    await user.click(screen.getByRole("button", { name: "Previous month" }));
    expect(listRows()).toHaveLength(28);
  });

  test("are listed in the time format of the interface language", () => {
    document.documentElement.lang = "ar";
    open(tromso);

    const [first] = screen.getAllByRole("row").slice(1);
    const maghrib = within(first as HTMLElement).getAllByRole("cell")[5];
    expect(maghrib?.textContent).toMatch(/^[45]:\d\d$/);
    document.documentElement.lang = "en";
  });

  test("show the Qibla", () => {
    open(tromso);

    expect(getTimes("Qibla").getByText(/^154\.3° from north, clockwise \(south-east\)$/)).toBeVisible();
  });
});
