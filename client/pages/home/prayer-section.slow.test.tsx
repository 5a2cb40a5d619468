import { screen, within } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type Goal, goalsContract } from "#shared/goals/contract.ts";
import { libraryContract } from "#shared/library/contract.ts";
import { defaultProfile } from "#shared/prayer/prayer-profile.ts";
import { updatePrayerProfile } from "#client/features/prayer/settings/profile-store.ts";
import { getId, makeEntry } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, stubCalls } from "#client/testing/stub-calls.ts";
import { PrayerSection } from "./prayer-section.tsx";

const makkah = {
  latitude: 21.42664,
  longitude: 39.82563,
  zone: "Asia/Riyadh",
  name: "Makkah",
  country: "SA",
};
const { listGoals, saveGoal } = goalsContract;

afterEach(() => {
  vi.useRealTimers();
  updatePrayerProfile(defaultProfile);
});

function open(now: string, goals: readonly Goal[] = []) {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date(now) });
  updatePrayerProfile({ location: makkah });
  const calls = stubCalls(
    reply(listGoals, [...goals]),
    reply(saveGoal, plan),
    reply(libraryContract.listLibrary, [makeEntry(5, { status: "currently-reading" })]),
  );
  return { ...renderPage(<PrayerSection />), ...calls };
}

const plan: Goal = {
  id: getId(1) as Goal["id"],
  kind: "book",
  amount: null,
  until: "2026-03-19",
  splitByPrayer: true,
  book: { id: getId(5) as never, title: "The Well" },
  done: 40,
  isReached: false,
  daysOfWeek: null,
  daysForEach: null,
  portion: {
    unit: "pages",
    remaining: 90,
    daysLeft: 19,
    today: 5,
    doneToday: 2,
    parts: { each: 1, done: 2 },
  },
};

describe("prayer times on the home page", () => {
  test("link to the choice of a location when none is known", () => {
    stubCalls();
    renderPage(<PrayerSection />);

    expect(screen.getByRole("link", { name: "Choose your location" })).toHaveAttribute(
      "href",
      "/prayer-times",
    );
  });

  test("show the next prayer and today's times in the location's zone", () => {
    const { calls } = open("2026-06-01T10:00:00Z");

    expect(screen.getByText("Next: Asr")).toBeVisible();
    expect(screen.getByRole("timer")).toHaveTextContent(/^2:\d\d:\d\d$/);
    expect(screen.getByText("Dhuhr").closest("li")).toHaveClass("text-muted");
    expect(
      within(screen.getByText("Dhuhr").closest("ul") as HTMLElement).getAllByRole("listitem"),
    ).toHaveLength(6);
    expect(calls).toEqual([]);
  });

  test("change the Hijri day at Maghrib", () => {
    expect(open("2026-03-01T14:00:00Z").container).toHaveTextContent("Ramadan 12, 1447 AH");
    expect(open("2026-03-01T16:00:00Z").container).toHaveTextContent("From Maghrib: Ramadan 13, 1447 AH");
  });

  test("suggest a book by Eid in Ramadan, in five parts a day", async () => {
    const { user, calls } = open("2026-03-01T10:00:00Z");

    expect(screen.getByText("Iftar")).toBeVisible();
    await user.click(await screen.findByRole("button", { name: "Choose a book" }));
    await user.selectOptions(
      await screen.findByLabelText("Book"),
      await screen.findByRole("option", { name: /Book 5/ }),
    );
    await user.click(screen.getByRole("button", { name: "Save goal" }));

    await vi.waitFor(() => expect(calls.filter(({ method }) => method === "PUT")).toHaveLength(1));
    expect(calls.find(({ method }) => method === "PUT")?.body).toEqual({
      kind: "book",
      bookId: getId(5),
      until: "2026-03-19",
      splitByPrayer: true,
    });
  });

  test("name the five parts after the prayers", async () => {
    open("2026-03-01T10:00:00Z", [plan]);

    const parts = within((await screen.findByText(/^After Fajr, 5:/)).closest("ol") as HTMLElement);
    expect(parts.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^After Fajr, .*read$/),
      expect.stringMatching(/^After Dhuhr, .*read$/),
      expect.stringMatching(/^After Asr, [^r]*$/),
      expect.stringMatching(/^After Maghrib, /),
      expect.stringMatching(/^After Isha, /),
    ]);
  });
});
