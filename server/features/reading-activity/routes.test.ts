import { randomUUID } from "node:crypto";
import { describe, expect, vi } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { libraryContract } from "#shared/library/contract.ts";
import { activityContract } from "#shared/reading-activity/contract.ts";
import { type ManualSession, type ReadingSession, SessionId } from "#shared/reading-activity/session.ts";
import { books } from "#server/db/schema/books/books.ts";
import { createPublishedBook } from "#server/testing/books/create-published-book.ts";
import { noBook } from "#server/testing/factories.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import { purgeDeletedSessions } from "./queries.ts";

const { recordSessions, listActivity, addSession, updateSession, deleteSession, restoreSession } =
  activityContract;
const { getSummary, listDays, getBreakdown } = activityContract;

const today = "2026-03-01";
const toDate = (time: string, day = today) => new Date(`${day}T${time}Z`);
const createId = () => SessionId.parse(randomUUID());

function makeSession(bookId: BookId, from: string, to: string, input: Record<string, unknown> = {}) {
  const [startedAt, endedAt] = [from, to].map((time) => (time.includes("-") ? time : `${today}T${time}Z`));
  return {
    id: createId(),
    bookId,
    kind: "reading",
    startedAt,
    endedAt,
    zone: "UTC",
    device: "Phone",
    ...input,
  };
}

const record = async (app: TestApp, user: User, sessions: unknown[], sentAt?: Date) =>
  (await app.as(user)(recordSessions, { body: { sessions, sentAt } })).accepted;

const listSessions = async (app: TestApp, user: User) =>
  (await app.as(user)(listActivity, { query: {} })).sessions;

const getSecondsToday = async (app: TestApp, user: User) =>
  (await app.as(user)(getSummary, { query: { zone: "UTC" } })).day.seconds;

const toParams = ({ id }: { readonly id: ReadingSession["id"] }) => ({ params: { sessionId: id } });

describe("recording sessions", () => {
  test("stores measured values, with pages by the book's own count", async ({ app }) => {
    const reader = await app.make.user();
    const { id: bookId, title } = await app.make.book();
    const sent = makeSession(bookId, "10:00:00", "10:30:00", {
      zone: "Asia/Riyadh",
      from: 0.1,
      to: 0.2,
      read: 0.1,
    });

    expect(await record(app, reader, [sent])).toEqual([sent.id]);

    expect(await listSessions(app, reader)).toEqual([
      {
        id: sent.id,
        kind: "reading",
        bookId,
        title,
        zone: "Asia/Riyadh",
        device: "Phone",
        day: today,
        startedAt: toDate("10:00:00"),
        endedAt: toDate("10:30:00"),
        seconds: 1800,
        pages: 0,
        isManual: false,
        isEdited: false,
        recorded: { startedAt: toDate("10:00:00"), endedAt: toDate("10:30:00"), pages: 0 },
      },
    ]);
  });

  test("notifies the user's browsers", async ({ app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.book();
    const events: string[] = [];
    const unsubscribe = app.services.live.subscribe(reader.id, ({ topics }) => events.push(...topics));

    await record(app, reader, [makeSession(bookId, "10:00:00", "10:30:00")]);

    await vi.waitFor(() => expect(events).toEqual(["activity"]));
    unsubscribe();
  });

  test("rejects sessions of another account", async ({ app }) => {
    const [reader, other] = [await app.make.user(), await app.make.user()];
    const { id: bookId } = await app.make.book();
    const body = { sessions: [makeSession(bookId, "10:00:00", "10:30:00")], reader: other.id };

    await expect(app.as(reader)(recordSessions, { body })).rejects.toMatchObject({ status: 401 });
    expect(await listSessions(app, reader)).toEqual([]);

    await app.as(other)(recordSessions, { body });
    expect(await listSessions(app, other)).toHaveLength(1);
  });

  test("extends a session by id, in any order and repeatedly", async ({ app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.book();
    const long = makeSession(bookId, "10:00:00", "10:30:00");
    const short = { ...long, endedAt: `${today}T10:10:00Z` };

    await record(app, reader, [short]);
    expect(await getSecondsToday(app, reader)).toBe(600);
    await record(app, reader, [long, short]);
    await record(app, reader, [short]);

    expect(await getSecondsToday(app, reader)).toBe(1800);
    expect(await listSessions(app, reader)).toHaveLength(1);
  });

  test("counts simultaneous time once", async ({ app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.book();
    await record(app, reader, [
      makeSession(bookId, "10:00:00", "10:30:00"),
      makeSession(bookId, "10:10:00", "10:40:00", { device: "Tablet" }),
      makeSession(bookId, "10:20:00", "10:50:00", { kind: "listening" }),
    ]);

    expect(await getSecondsToday(app, reader)).toBe(3000);
    const [day] = await app.as(reader)(listDays, { query: { from: today, to: today } });
    expect(day).toMatchObject({
      seconds: 3000,
      sessions: 3,
      byKind: { reading: 1200, listening: 600, readAlong: 1200, speech: 0 },
    });
  });

  test("counts a session over midnight on both days, also when one of them changes", async ({ app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.book();
    await record(app, reader, [makeSession(bookId, "2026-02-27T23:30:00Z", "2026-02-28T00:30:00Z")]);
    await record(app, reader, [makeSession(bookId, "2026-02-28T10:00:00Z", "2026-02-28T10:10:00Z")]);

    const days = await app.as(reader)(listDays, { query: { from: "2026-02-26", to: "2026-02-28" } });
    expect(days.map(({ day, seconds }) => [day, seconds])).toEqual([
      ["2026-02-27", 1800],
      ["2026-02-28", 2400],
    ]);
  });

  test.for([
    ["a glance", "10:00:00", "10:00:02"],
    ["more than a day", "2026-02-27T10:00:00Z", "2026-02-28T10:00:01Z"],
    ["what ends before it begins", "10:30:00", "10:00:00"],
    ["a time before there was any", "1999-12-30T10:00:00Z", "1999-12-30T11:00:00Z"],
  ] as const)("ignores %s", async ([, from, to], { app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.book();

    expect(await record(app, reader, [makeSession(bookId, from, to)])).toEqual([]);
    expect(await listSessions(app, reader)).toEqual([]);
  });

  test("skips invalid sessions and hidden books", async ({ app }) => {
    const reader = await app.make.user();
    const [{ id: bookId }, { id: draft }] = [await app.make.book(), await app.make.book({ state: "draft" })];
    const good = makeSession(bookId, "10:00:00", "10:10:00", { zone: "Mars/Olympus" });

    const accepted = await record(app, reader, [
      null,
      { id: "x" },
      makeSession(noBook, "10:00:00", "10:10:00"),
      makeSession(draft, "10:00:00", "10:10:00"),
      makeSession(bookId, "10:00:00", "10:10:00", { kind: "sleeping" }),
      makeSession(bookId, "10:00:00", "10:10:00", { pages: 900 }),
      good,
    ]);

    expect(accepted).toEqual([good.id]);
    expect((await listSessions(app, reader))[0]).toMatchObject({ zone: "UTC" });
  });

  test("corrects the device clock, and counts no future time", async ({ app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.book();
    const slow = makeSession(bookId, "2026-02-01T09:00:00Z", "2026-02-01T09:30:00Z");
    await record(app, reader, [slow], toDate("10:00:00", "2026-02-01"));
    const ahead = makeSession(bookId, "12:30:00", "12:40:00");
    await record(app, reader, [ahead]);

    expect((await listSessions(app, reader)).map(({ startedAt, endedAt }) => [startedAt, endedAt])).toEqual([
      [toDate("11:50:00"), toDate("12:00:00")],
      [toDate("11:00:00"), toDate("11:30:00")],
    ]);
  });

  test("limits words by time", async ({ app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.ebook({ wordCount: 50_000, pageCount: 200 });
    await record(app, reader, [
      makeSession(bookId, "09:00:00", "09:10:00", { read: 1 }),
      makeSession(bookId, "10:00:00", "10:10:00", { read: 0.05 }),
    ]);

    expect((await listSessions(app, reader)).map(({ pages }) => pages)).toEqual([10, 40]);
    expect((await app.as(reader)(getSummary, { query: {} })).readingSpeed).toEqual({
      wordsPerMinute: 625,
      pagesPerHour: 150,
    });

    // Idle pages do not count towards the reading speed.
    const other = await app.make.user();
    await record(app, other, [makeSession(bookId, "09:00:00", "11:00:00", { read: 0.0005 })]);
    expect((await app.as(other)(getSummary, { query: {} })).readingSpeed).toEqual({
      wordsPerMinute: null,
      pagesPerHour: null,
    });
  });

  test("requires a session and is private", async ({ app }) => {
    const [amina, yusuf] = [await app.make.user(), await app.make.user()];
    const { id: bookId } = await app.make.book();
    const input = makeSession(bookId, "10:00:00", "10:10:00");
    await record(app, amina, [input]);
    await record(app, yusuf, [{ ...input, endedAt: `${today}T10:05:00Z` }]);

    await expect(app.as(null)(recordSessions, { body: { sessions: [] } })).rejects.toMatchObject({
      status: 401,
    });
    expect([await getSecondsToday(app, amina), await getSecondsToday(app, yusuf)]).toEqual([600, 300]);
    const tooMany = await app.fetch("/api/activity/sessions", {
      as: amina,
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ sessions: Array.from({ length: 101 }, () => ({})) }),
    });
    expect(tooMany.status).toBe(400);
  });
});

describe("editing sessions", () => {
  const manual: ManualSession = {
    kind: "reading",
    title: "A paper book",
    zone: "Asia/Riyadh",
    pages: 12,
    startedAt: toDate("08:00:00"),
    endedAt: toDate("09:00:00"),
  };

  test("adds a manual session once, and edits it", async ({ app }) => {
    const reader = await app.make.user();
    const { id: bookId, title } = await app.make.book();
    const id = createId();

    const added = await app.as(reader)(addSession, { ...toParams({ id }), body: manual });
    expect(added).toMatchObject({
      title: "A paper book",
      bookId: null,
      isManual: true,
      pages: 12,
      recorded: null,
    });
    await app.as(reader)(addSession, { ...toParams({ id }), body: manual });
    expect(await getSecondsToday(app, reader)).toBe(3600);

    const { title: _title, ...rest } = manual;
    const again = { ...rest, bookId, endedAt: toDate("08:30:00") };
    expect(await app.as(reader)(addSession, { ...toParams({ id }), body: again })).toMatchObject({
      bookId,
      title,
    });
    expect(await getSecondsToday(app, reader)).toBe(1800);
  });

  test.for([
    ["the end before the start", { endedAt: toDate("07:59:00") }, { endedAt: "end_before_start" }],
    ["the end at the start", { endedAt: toDate("08:00:00") }, { endedAt: "end_before_start" }],
    ["less than three seconds", { endedAt: toDate("08:00:02.999") }, { endedAt: "session_too_short" }],
    ["the future", { endedAt: toDate("12:00:00.001") }, { endedAt: "end_in_future" }],
    [
      "more than 24 hours",
      { startedAt: toDate("08:59:59.999", "2026-02-28") },
      { endedAt: "session_too_long" },
    ],
    [
      "a time before 1970",
      { startedAt: new Date(-1), endedAt: new Date(3_000) },
      { startedAt: "date_too_long_ago" },
    ],
    ["a zone that is none", { zone: "Mars/Olympus" }, { zone: "time_zone_unknown" }],
    ["a zone further behind than any", { zone: "-12:30" }, { zone: "time_zone_unknown" }],
    ["a zone further ahead than any", { zone: "+14:15" }, { zone: "time_zone_unknown" }],
    ["no book at all", { title: undefined }, { title: "title_required" }],
    ["a book that is not there", { title: undefined, bookId: noBook }, null],
  ] as const)("is refused for %s", async ([, wrong, fields], { app }) => {
    const reader = await app.make.user();
    const refusal: { status: number; problem: { fields?: Record<string, { code: string }> } } = await app
      .as(reader)(addSession, {
        ...toParams({ id: createId() }),
        body: { ...manual, ...wrong } as ManualSession,
      })
      .catch((error) => error);

    expect(refusal.status).toBe(fields ? 400 : 404);
    const codes = Object.entries(refusal.problem.fields ?? {}).map(([name, { code }]) => [name, code]);
    expect(Object.fromEntries(codes)).toEqual(fields ?? {});
    expect(await listSessions(app, reader)).toEqual([]);
  });

  test.for([
    ["three seconds", { endedAt: toDate("08:00:03") }],
    ["24 hours", { startedAt: toDate("09:00:00", "2026-02-28") }],
    ["a time that ends now", { endedAt: toDate("12:00:00") }],
    ["the start of 1970", { startedAt: new Date(0), endedAt: new Date(3_000) }],
  ] as const)("accepts %s", async ([, input], { app }) => {
    const reader = await app.make.user();
    const body = { ...manual, ...input };
    expect(await app.as(reader)(addSession, { ...toParams({ id: createId() }), body })).toMatchObject(input);
  });

  test("shortens measured sessions only", async ({ app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.book();
    const input = makeSession(bookId, "10:00:00", "11:00:00");
    await record(app, reader, [input]);
    const change = (body: object) => app.as(reader)(updateSession, { ...toParams(input), body });

    for (const [body, fields] of [
      [{ startedAt: toDate("09:59:00") }, { startedAt: { code: "measured_start" } }],
      [{ endedAt: toDate("11:01:00") }, { endedAt: { code: "measured_end" } }],
      [{ pages: 1 }, { pages: { code: "measured_pages" } }],
    ]) {
      await expect(change(body ?? {})).rejects.toMatchObject({ status: 400, problem: { fields } });
    }
    expect(await change({ endedAt: toDate("10:20:00") })).toMatchObject({ seconds: 1200, isEdited: true });
    expect(await getSecondsToday(app, reader)).toBe(1200);

    const extended = { ...input, endedAt: `${today}T11:30:00Z` };
    expect(await app.as(reader)(recordSessions, { body: { sessions: [extended] } })).toEqual({
      accepted: [input.id],
      closed: [input.id],
    });
    expect(await getSecondsToday(app, reader)).toBe(1200);
    await change({ endedAt: toDate("11:00:00") });
    expect(await getSecondsToday(app, reader)).toBe(3600);
  });

  test("deletes a session permanently, also against a device", async ({ app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.book();
    const input = makeSession(bookId, "10:00:00", "11:00:00");
    await record(app, reader, [input]);

    await app.as(reader)(deleteSession, toParams(input));
    await app.as(reader)(deleteSession, toParams(input));
    expect([await getSecondsToday(app, reader), await listSessions(app, reader)]).toEqual([0, []]);
    const recordAgain = () => app.as(reader)(recordSessions, { body: { sessions: [input] } });
    expect(await recordAgain()).toEqual({ accepted: [input.id], closed: [input.id] });
    expect(await getSecondsToday(app, reader)).toBe(0);

    await app.as(reader)(restoreSession, toParams(input));
    expect(await getSecondsToday(app, reader)).toBe(3600);
    expect(await recordAgain()).toEqual({ accepted: [input.id], closed: [] });

    await app.as(reader)(deleteSession, toParams(input));
    await purgeDeletedSessions(app.db, toDate("12:00:01"));
    expect(await recordAgain()).toEqual({ accepted: [input.id], closed: [input.id] });
    expect(await listSessions(app, reader)).toEqual([]);
    await expect(app.as(reader)(restoreSession, toParams(input))).rejects.toMatchObject({ status: 404 });
    await expect(app.as(reader)(addSession, { ...toParams(input), body: manual })).rejects.toMatchObject({
      status: 409,
    });
  });

  test("keeps the old title when a book is hidden", async ({ app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.book({ title: "Then" });
    await record(app, reader, [makeSession(bookId, "10:00:00", "11:00:00")]);
    await app.db.update(books).set({ title: "SECRET", author: "SECRET", state: "hidden" });
    const other = makeSession((await app.make.book({ title: "Other" })).id, "08:00:00", "09:00:00");
    await record(app, reader, [other]);
    const ofBook = await app.as(reader)(listActivity, { query: { bookId: other.bookId } });
    expect(ofBook.sessions.map(({ title }) => title)).toEqual(["Other"]);
    await app.as(reader)(deleteSession, toParams(other));
    const query = { from: today, to: today };
    const exported = await (await app.fetch("/api/activity/export.csv", { as: reader })).text();

    expect(await listSessions(app, reader)).toMatchObject([{ bookId: null, title: "Then" }]);
    expect((await app.as(reader)(getBreakdown, { query })).books).toMatchObject([
      { bookId: null, title: "Then", author: "", seconds: 3_600 },
    ]);
    expect(exported).toContain("Then");
    expect(exported).not.toContain("SECRET");
  });

  test("are exported with the same values as CSV and as JSON", async ({ app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.book({ title: "Then" });
    await record(app, reader, [makeSession(bookId, "10:00:00", "11:00:00")]);
    for (const zone of ["America/St_Johns", "UTC"])
      await app.as(reader)(addSession, { params: { sessionId: createId() }, body: { ...manual, zone } });
    const open = (path: string) => app.fetch(path, { as: reader });

    const json = await (await open("/api/activity/export.json")).json();
    const csv = await (await open("/api/activity/export.csv")).text();
    const [head, ...lines] = csv.replace("\uFEFF", "").trimEnd().split("\r\n");

    expect(
      json.map((row: { isManuallyAdded: boolean; seconds: number; startedAt: string; endedAt: string }) => [
        row.isManuallyAdded,
        row.seconds,
        row.startedAt,
        row.endedAt,
      ]),
    ).toEqual(
      expect.arrayContaining([
        [false, 3_600, "2026-03-01T10:00:00.000+00:00", "2026-03-01T11:00:00.000+00:00"],
        [true, 3_600, "2026-03-01T04:30:00.000-03:30", "2026-03-01T05:30:00.000-03:30"],
        [true, 3_600, "2026-03-01T08:00:00.000+00:00", "2026-03-01T09:00:00.000+00:00"],
      ]),
    );
    expect(json).toHaveLength(3);
    expect(head).toBe(Object.keys(json[0]).join(","));
    expect(lines).toEqual(json.map((row: object) => Object.values(row).join(",")));
    const none = await app.make.user();
    for (const [extension, type, text] of [
      ["csv", "text/csv", `${head}\r\n`],
      ["json", "application/json", "[]\n"],
    ] as const) {
      const path = `/api/activity/export.${extension}`;
      const empty = await app.fetch(path, { as: none });
      expect(await empty.text()).toBe(text);
      expect(empty.headers.get("content-type")).toBe(`${type}; charset=utf-8`);
      expect(empty.headers.get("content-disposition")).toContain(`reading activity ${today}.${extension}`);
      expect(await (await app.fetch(path, { as: reader, method: "HEAD" })).text()).toBe("");
    }
  });

  test("accepts later events of a withdrawn book", async ({ app }) => {
    const [reader, other] = [await app.make.user(), await app.make.user()];
    const { id: bookId } = await app.make.book({ title: "Then" });
    await app.as(reader)(libraryContract.saveEntry, {
      params: { bookId },
      body: { status: "currently-reading" },
    });
    await record(app, reader, [makeSession(bookId, "09:00:00", "10:00:00")]);
    await app.db.update(books).set({ title: "SECRET", state: "hidden" });
    const late = makeSession(bookId, "10:00:00", "11:00:00");

    expect(await record(app, reader, [late])).toEqual([late.id]);
    expect(await record(app, other, [late])).toEqual([]);

    expect((await listSessions(app, reader)).map(({ title, seconds }) => [title, seconds])).toEqual([
      ["Then", 3_600],
      ["Then", 3_600],
    ]);
    const exported = await (await app.fetch("/api/activity/export.json", { as: reader })).text();
    expect(exported).not.toContain("SECRET");
  });

  test("is limited to own sessions", async ({ app }) => {
    const [amina, yusuf] = [await app.make.user(), await app.make.user()];
    const { id: bookId } = await app.make.book();
    const input = makeSession(bookId, "10:00:00", "11:00:00");
    await record(app, amina, [input]);
    const asYusuf = app.as(yusuf);

    await expect(
      asYusuf(updateSession, { ...toParams(input), body: { endedAt: toDate("10:10:00") } }),
    ).rejects.toMatchObject({ status: 404 });
    await expect(asYusuf(restoreSession, toParams(input))).rejects.toMatchObject({ status: 404 });
    await asYusuf(deleteSession, toParams(input));
    await asYusuf(addSession, { ...toParams(input), body: manual });

    expect(await getSecondsToday(app, amina)).toBe(3600);
    expect((await listSessions(app, amina)).map(({ title }) => title)).not.toContain("A paper book");
  });

  test("does not make a measured session manual", async ({ app }) => {
    const reader = await app.make.user();
    const input = makeSession((await app.make.book()).id, "10:00:00", "11:00:00");
    await record(app, reader, [input]);

    await expect(app.as(reader)(addSession, { ...toParams(input), body: manual })).rejects.toMatchObject({
      status: 409,
    });
  });
});

describe("statistics", () => {
  test("use the user's local days, weeks, months and years", async ({ app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.book();
    const zone = "Pacific/Auckland";
    await record(app, reader, [
      makeSession(bookId, "11:30:00", "11:40:00", { zone }),
      makeSession(bookId, "10:50:00", "11:10:00", { zone }),
      makeSession(bookId, "2026-02-27T10:00:00Z", "2026-02-27T10:01:00Z", { zone }),
      makeSession(bookId, "2025-12-31T10:59:00Z", "2025-12-31T11:01:00Z", { zone }),
    ]);

    const summary = await app.as(reader)(getSummary, { query: { zone } });
    expect(summary).toMatchObject({
      today: "2026-03-02",
      firstDay: "2025-12-31",
      streak: { current: 3, longest: 3, hasToday: true },
      day: { seconds: 1200, sessions: 1, days: 1 },
      week: { seconds: 1200 },
      month: { seconds: 1800, sessions: 2, days: 2 },
      year: { seconds: 1920 },
      total: { seconds: 1980, sessions: 4, days: 5 },
    });
    const fromSunday = await app.as(reader)(getSummary, { query: { zone, weekStart: 7 } });
    expect(fromSunday.week.seconds).toBe(1800);
    await expect(app.as(reader)(getSummary, { query: { zone: "Mars/Olympus" } })).rejects.toMatchObject({
      status: 400,
    });
  });

  test.for([
    [["03-01"], 1, 1],
    [["02-28"], 1, 1],
    [["02-27"], 1, 1],
    [["02-26"], 0, 1],
    [["03-01", "02-27", "02-26", "02-24"], 4, 4],
    [["03-01", "02-26", "02-25", "02-24"], 1, 3],
    [[], 0, 0],
  ] as const)("a streak over %j is %i, the longest %i", async ([days, current, longest], { app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.book();
    await record(
      app,
      reader,
      days.map((day) => makeSession(bookId, `2026-${day}T09:00:00Z`, `2026-${day}T09:10:00Z`)),
    );

    const { streak } = await app.as(reader)(getSummary, { query: { zone: "UTC" } });
    expect(streak).toEqual({ current, longest, hasToday: days[0] === "03-01" });
  });

  test("break time down by genre and book, and count finished books", async ({ app }) => {
    const reader = await app.make.user();
    const [first, second] = [await app.make.book(), await app.make.book()];
    await record(app, reader, [
      makeSession(first.id, "09:00:00", "09:10:00"),
      makeSession(second.id, "10:00:00", "10:30:00", { kind: "listening" }),
    ]);
    const params = { bookId: first.id };
    await app.as(reader)(libraryContract.saveEntry, { params, body: { status: "finished" } });

    const shares = await app.as(reader)(getBreakdown, { query: { from: "2026-01-01", to: "2026-12-31" } });
    expect(shares).toMatchObject({
      sums: { seconds: 2400, sessions: 2, days: 1 },
      byKind: { reading: 600, listening: 1800, readAlong: 0, speech: 0 },
      books: [
        { bookId: second.id, title: second.title, seconds: 1800 },
        { bookId: first.id, title: first.title, seconds: 600 },
      ],
    });
    expect((await app.as(reader)(getSummary, { query: {} })).finished).toEqual({ year: 1, total: 1 });
  });

  test("omit genres of books whose time was counted for others", async ({ app }) => {
    const reader = await app.make.user();
    const [covered, other] = [
      await createPublishedBook(app, { title: "Covered", genres: ["Travel"] }),
      await app.make.book(),
    ];
    const [first, second] = [createId(), createId()].sort();
    const genres = async () =>
      (await app.as(reader)(getBreakdown, { query: { from: today, to: today } })).genres;

    await record(app, reader, [makeSession(covered.id, "09:00:00", "09:10:00", { id: first })]);
    expect(await genres()).toEqual([{ genre: "Travel", seconds: 600 }]);
    await record(app, reader, [makeSession(other.id, "09:00:00", "09:10:00", { id: second })]);
    expect(await genres()).toEqual([]);
  });

  test("reject reversed ranges and more than a year", async ({ app }) => {
    const reader = await app.make.user();
    const loadDays = (from: string, to: string) => app.as(reader)(listDays, { query: { from, to } });

    await expect(loadDays("2026-03-02", "2026-03-01")).rejects.toMatchObject({ status: 400 });
    await expect(loadDays("2024-01-01", "2026-03-01")).rejects.toMatchObject({ status: 400 });
    for (const from of ["2026-02-30", "0000-01-01", "yesterday"]) {
      const response = await app.fetch(`/api/activity/breakdown?from=${from}&to=2026-03-01`, { as: reader });
      expect(response.status).toBe(400);
    }
  });

  test("stay when a book is deleted", async ({ app }) => {
    const reader = await app.make.user();
    const book = await app.make.book({ title: "Gone tomorrow" });
    await record(app, reader, [makeSession(book.id, "10:00:00", "10:10:00")]);
    await app.db.execute(`delete from books where id = '${book.id}'`);

    expect(await listSessions(app, reader)).toMatchObject([
      { title: "Gone tomorrow", bookId: null, seconds: 600 },
    ]);
    expect(await getSecondsToday(app, reader)).toBe(600);
    const { books } = await app.as(reader)(getBreakdown, { query: { from: today, to: today } });
    expect(books).toMatchObject([{ title: "Gone tomorrow", bookId: null, seconds: 600 }]);
  });
});

test("page sessions, latest first", async ({ app }) => {
  const reader = await app.make.user();
  const { id: bookId } = await app.make.book();
  const input = Array.from({ length: 7 }, (_, n) =>
    makeSession(bookId, `0${Math.ceil(n / 2)}:00:00`, "08:00:00"),
  );
  await record(app, reader, input);
  const collected: ReadingSession[] = [];
  let cursor: string | null = null;
  do {
    const page: { sessions: ReadingSession[]; nextCursor: string | null } = await app.as(reader)(
      listActivity,
      {
        query: { limit: 2, ...(cursor && { cursor }) },
      },
    );
    collected.push(...page.sessions);
    cursor = page.nextCursor;
  } while (cursor);

  expect(new Set(collected.map(({ id }) => id)).size).toBe(7);
  expect(collected.map(({ startedAt }) => startedAt)).toEqual(
    collected.map(({ startedAt }) => startedAt).sort((a, b) => b.getTime() - a.getTime()),
  );
  await expect(app.as(reader)(listActivity, { query: { cursor: "nonsense" } })).rejects.toMatchObject({
    status: 400,
  });
});
