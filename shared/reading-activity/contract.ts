import * as z from "zod/mini";
import { UserId } from "#shared/accounts/user.ts";
import { route, stream } from "#shared/api/contract.ts";
import { Cursor, Fraction, Instant, JobResult, queryInt } from "#shared/api/schemas.ts";
import { BookId } from "#shared/books/book.ts";
import { YearCalendar } from "./calendar-year.ts";
import { ManualSession, ReadingSession, SessionChange, SessionId } from "./session.ts";
import { ActivitySummary, DayTotals, TimeBreakdown, YearReview } from "./stats.ts";
import { Day, Zone } from "./time-zone.ts";

/** Maximum number of sessions per request. */
export const maxSessionsAtOnce = 100;

const sessionParams = z.strictObject({ sessionId: SessionId });

/** Days, both included. */
const Span = z.strictObject({ from: Day, to: Day });

export const activityContract = {
  /** Items are parsed one by one: an invalid one is missing from `accepted` and does not affect others. */
  recordSessions: route({
    method: "POST",
    path: "/api/activity/sessions",
    access: "reader",
    scope: "sync",
    summary: "Records measured sessions; always 200 with the accepted ids. The same id extends a session",
    changes: ["activity"],
    budget: "activity",
    body: z.strictObject({
      sessions: z.array(z.unknown()).check(z.maxLength(maxSessionsAtOnce)),
      /**
       * The device's current time; sessions of a clock that is more than a minute off are corrected with it.
       */
      sentAt: z.optional(Instant),
      reader: z.optional(UserId),
    }),
    response: z.object({
      accepted: z.array(SessionId),
      closed: z.array(SessionId),
    }),
  }),

  listActivity: route({
    method: "GET",
    path: "/api/activity/sessions",
    access: "reader",
    summary: "The user's reading sessions, latest first",
    reads: ["activity"],
    query: z.strictObject({
      limit: queryInt(1, 100),
      cursor: z.optional(Cursor),
      bookId: z.optional(BookId),
    }),
    rows: "sessions",
    response: z.object({ sessions: z.array(ReadingSession), nextCursor: z.nullable(Cursor) }),
  }),

  /** Jumping and leafing do not count. */
  getCoverage: route({
    method: "GET",
    path: "/api/books/:bookId/coverage",
    access: "reader",
    summary: "How much of a book the user has measurably read or heard",
    reads: ["activity"],
    params: z.strictObject({ bookId: BookId }),
    /** From 0.5 a finished book counts in public. */
    response: z.object({ coverage: Fraction }),
  }),

  /** Idempotent. */
  addSession: route({
    method: "PUT",
    path: "/api/activity/sessions/:sessionId",
    access: "reader",
    summary: "Creates or replaces a manual session",
    changes: ["activity"],
    errors: ["not_found", "conflict"],
    params: sessionParams,
    body: ManualSession,
    response: ReadingSession,
  }),

  updateSession: route({
    method: "PATCH",
    path: "/api/activity/sessions/:sessionId",
    access: "reader",
    summary: "Edits a session; measured time can only be reduced",
    changes: ["activity"],
    errors: ["not_found"],
    params: sessionParams,
    body: SessionChange,
    response: ReadingSession,
  }),

  deleteSession: route({
    method: "DELETE",
    path: "/api/activity/sessions/:sessionId",
    access: "reader",
    summary: "Deletes a session; it can be restored for a day",
    changes: ["activity"],
    params: sessionParams,
    response: JobResult,
  }),

  restoreSession: route({
    method: "POST",
    path: "/api/activity/sessions/:sessionId/restore",
    access: "reader",
    summary: "Restores a session deleted within the last day",
    changes: ["activity"],
    errors: ["not_found"],
    params: sessionParams,
    response: ReadingSession,
  }),

  getSummary: route({
    method: "GET",
    path: "/api/activity/summary",
    access: "reader",
    summary: "Totals by period, streak and reading speed",
    reads: ["activity", "imported-book"],
    query: z.strictObject({
      zone: z.optional(Zone),
      /** 1 for Monday, the default, to 7 for Sunday. */
      weekStart: queryInt(1, 7),
    }),
    response: ActivitySummary,
  }),

  /** Without empty days; at most 400 days at once. */
  listDays: route({
    method: "GET",
    path: "/api/activity/days",
    access: "reader",
    summary: "Daily totals",
    reads: ["activity"],
    query: Span,
    response: z.array(DayTotals),
  }),

  getBreakdown: route({
    method: "GET",
    path: "/api/activity/breakdown",
    access: "reader",
    summary: "Time by format, genre and book",
    reads: ["activity"],
    query: Span,
    response: TimeBreakdown,
  }),

  getYear: route({
    method: "GET",
    path: "/api/activity/years/:calendar/:year",
    access: "reader",
    summary: "A year in review, Gregorian or Hijri (Umm al-Qura)",
    reads: ["activity", "imported-book"],
    params: z.strictObject({
      calendar: YearCalendar,
      year: z.coerce.number().check(z.int(), z.gte(1), z.lte(9_999)),
    }),
    query: z.strictObject({ zone: z.optional(Zone) }),
    response: YearReview,
  }),
};

export const activityStreams = {
  exportCsv: stream({
    method: "GET",
    path: "/api/activity/export.csv",
    access: "reader",
    summary: "All reading sessions as CSV",
    budget: "export",
    produces: "text/csv",
  }),

  exportJson: stream({
    method: "GET",
    path: "/api/activity/export.json",
    access: "reader",
    summary: "All reading sessions as JSON",
    budget: "export",
    produces: "application/json",
  }),
};
