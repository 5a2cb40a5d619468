import { screen, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { libraryContract } from "#shared/library/contract.ts";
import { activityContract } from "#shared/reading-activity/contract.ts";
import type { ActivitySummary, YearReview } from "#shared/reading-activity/stats.ts";
import { getId, makeEntry, makeUser } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, type Stub, stubCalls } from "#client/testing/stub-calls.ts";
import { ReadingStatsPanel, YearPanel } from "./reading-stats-panel.tsx";
import { Sessions } from "./sessions.tsx";

const { getSummary, listDays, getBreakdown, listActivity, deleteSession, restoreSession } = activityContract;
const { addSession, updateSession, getYear } = activityContract;
const sums = { seconds: 1_800, pages: 12.4, sessions: 2, days: 1 };
const summary: ActivitySummary = {
  today: "2026-03-01",
  day: sums,
  week: sums,
  month: sums,
  year: sums,
  total: sums,
  streak: { current: 3, longest: 9, hasToday: true },
  readingSpeed: { wordsPerMinute: 210, pagesPerHour: 40 },
  finished: { year: 0, total: 0 },
  firstDay: "2026-02-01",
  firstFinished: null,
};
const byKind = { reading: 1_200, listening: 600, speech: 0, readAlong: 0 };
const year: YearReview = {
  calendar: "gregorian",
  year: 2026,
  from: "2026-01-01",
  to: "2026-12-31",
  isOver: false,
  sums,
  byKind,
  months: Array.from({ length: 12 }, (_, n) => ({
    startsOn: `2026-${String(n + 1).padStart(2, "0")}-01`,
    seconds: n === 1 ? 1_800 : 0,
    pages: 0,
  })),
  longestRun: 3,
  bestDay: { day: "2026-02-03", seconds: 1_800 },
  genres: [],
  books: [],
  finishedCount: 1,
  finished: [
    {
      bookId: getId(5) as never,
      title: "The Lamp",
      author: "Hind",
      coverImageUrl: "",
      finishedAt: new Date(2026, 1, 9, 12),
    },
  ],
};
const session = {
  id: getId(7) as never,
  kind: "reading" as const,
  bookId: null,
  title: "The Well",
  zone: "UTC",
  startedAt: new Date("2026-03-01T10:00:00Z"),
  endedAt: new Date("2026-03-01T10:20:00Z"),
  day: "2026-03-01",
  seconds: 1_200,
  pages: 12,
  device: "",
  isManual: true,
  isEdited: false,
  recorded: null,
};

function open(shown: ActivitySummary, ...more: readonly Stub[]) {
  const calls = stubCalls(
    reply(accountsContract.getUser, makeUser()),
    reply(getSummary, shown),
    reply(listDays, [{ day: "2026-03-01", seconds: 1_800, pages: 12.4, sessions: 2, byKind }]),
    reply(getBreakdown, { sums, byKind, genres: [{ genre: "History", seconds: 1_800 }], books: [] }),
    reply(listActivity, { sessions: [session], nextCursor: null }),
    reply(deleteSession, { done: true }),
    reply(restoreSession, session),
    reply(addSession, session),
    reply(getYear, year),
    reply(updateSession, session),
    reply(libraryContract.listLibrary, [makeEntry(5)]),
    ...more,
  );
  const panels = (
    <>
      <ReadingStatsPanel />
      <YearPanel />
      <Sessions />
    </>
  );
  return { ...renderPage(panels), ...calls };
}

describe("reading statistics", () => {
  test("show totals, days, formats, genres and sessions, with export links", async () => {
    open(summary);

    expect(await screen.findByText("Longest: 9 days")).toBeVisible();
    expect(screen.getByText(/^You read about 210 words per minute\./)).toBeVisible();
    expect(await screen.findByRole("img", { name: /1 active day, 30m in total/ })).toBeVisible();
    expect(await screen.findByText("History")).toBeVisible();
    expect(await screen.findByText(/12 pages · added manually/)).toBeVisible();
    expect(screen.getByRole("link", { name: "Download as CSV" })).toHaveAttribute(
      "href",
      "/api/activity/export.csv",
    );
  });

  test("show a year in either calendar", async () => {
    const { user, calls } = open(summary);
    const section = within(await screen.findByRole("region", { name: "Year in review" }));

    expect(await section.findByText("30m of reading on 1 day")).toBeVisible();
    expect(
      section.getByText("January 1, 2026 to December 31, 2026. This year is still in progress."),
    ).toBeVisible();
    expect(section.getByText("February: 30m")).toBeInTheDocument();
    expect(section.getByText("February 3, 2026")).toBeVisible();
    expect(section.getByRole("link", { name: /^The Lamp/ })).toHaveAttribute("href", `/book/${getId(5)}`);
    await user.selectOptions(section.getByLabelText("Calendar"), "Hijri (Umm al-Qura)");

    await vi.waitFor(() => expect(calls.at(-1)?.url).toMatch(/^\/api\/activity\/years\/hijri\/1447\?/));
    expect(section.getByLabelText("Year")).toHaveTextContent("1447");
  });

  test("show a year with imported books only", async () => {
    const none = { seconds: 0, pages: 0, sessions: 0, days: 0 };
    const empty = { ...summary, day: none, week: none, month: none, year: none, total: none, firstDay: null };
    const { user, add } = open({ ...empty, firstFinished: "2024-05-01" });
    add(reply(getYear, { ...year, year: 2024, isOver: true, sums: none, bestDay: null }));
    const section = within(await screen.findByRole("region", { name: "Year in review" }));

    expect(await section.findByText("You finished 1 book")).toBeVisible();
    expect(section.getByRole("link", { name: /^The Lamp/ })).toBeVisible();
    expect(section.queryByText("Month by month")).toBeNull();
    await user.selectOptions(section.getByLabelText("Year"), "2024");
    expect(section.getByLabelText("Year")).toHaveTextContent("2024");
  });

  test("delete a session and restore it", async () => {
    const { user, calls } = open(summary);

    await user.click(await screen.findByRole("button", { name: "Delete the session with The Well" }));
    await user.click(await screen.findByRole("button", { name: "Undo" }));

    await vi.waitFor(() =>
      expect(calls.filter(({ method }) => method !== "GET").map(({ method, url }) => [method, url])).toEqual([
        ["DELETE", `/api/activity/sessions/${getId(7)}`],
        ["POST", `/api/activity/sessions/${getId(7)}/restore`],
      ]),
    );
  });

  test("add a session manually, of a library book or another", async () => {
    const { user, calls } = open(summary);
    const write = async (title: string, minutes: string) => {
      await user.click(await screen.findByRole("button", { name: "Add a session" }));
      const form = within(await screen.findByRole("dialog"));
      await user.type(form.getByLabelText("Book"), title);
      await user.clear(form.getByLabelText("Minutes"));
      await user.type(form.getByLabelText("Minutes"), minutes);
      await user.click(form.getByRole("button", { name: "Save" }));
    };
    const listSent = () => calls.filter(({ method }) => method === "PUT").map(({ body }) => body);

    await write("A paper book", "0");
    expect(await screen.findByText("Enter the number of minutes.")).toBeVisible();
    expect(listSent()).toEqual([]);
    await user.keyboard("{Escape}");
    await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await write("A paper book", "25");
    await vi.waitFor(() => expect(listSent()).toMatchObject([{ title: "A paper book", kind: "reading" }]));
    await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await write(makeEntry(5).book.title, "25");
    await vi.waitFor(() => expect(listSent()[1]).toMatchObject({ bookId: getId(5) }));
  });

  test("correct a measured session without changing its book", async () => {
    const recorded = { startedAt: session.startedAt, endedAt: session.endedAt, pages: 12 };
    const measured = { ...session, isManual: false, recorded };
    const { user, calls } = open(summary, reply(listActivity, { sessions: [measured], nextCursor: null }));

    await user.click(await screen.findByRole("button", { name: "Edit the session with The Well" }));
    const form = within(await screen.findByRole("dialog"));
    expect(form.getByLabelText("Book")).toBeDisabled();
    await user.clear(form.getByLabelText("Minutes"));
    await user.type(form.getByLabelText("Minutes"), "10");
    await user.click(form.getByRole("button", { name: "Save" }));

    expect(await screen.findByText("Session saved")).toBeVisible();
    expect(calls.find(({ method }) => method === "PATCH")?.body).toEqual({
      startedAt: "2026-03-01T10:00:00.000Z",
      endedAt: "2026-03-01T10:10:00.000Z",
      pages: 12,
    });
  });

  test("explain how to start when empty", async () => {
    const none = { seconds: 0, pages: 0, sessions: 0, days: 0 };
    open({ ...summary, total: none });

    expect(await screen.findByText("No activity yet")).toBeVisible();
  });
});
