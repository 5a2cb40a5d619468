import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { Instant } from "#shared/api/schemas.ts";
import { BookId } from "#shared/books/book.ts";

export const attentionKinds = ["cover", "narration", "alignment", "low-confidence"] as const;

export const AttentionItem = z.object({
  kind: z.enum(attentionKinds),
  bookId: BookId,
  title: z.string(),
});
export type AttentionItem = z.infer<typeof AttentionItem>;

const Count = z.int().check(z.nonnegative());

export const AdminDashboard = z.object({
  applications: Count,
  /** Books in review, and contact messages without an answer. */
  reviews: Count,
  /** Reported mistakes in books of the site. */
  corrections: Count,
  /** Reported items, and posts that wait for approval. */
  reports: Count,
  messages: Count,
  /** Shown to admins. */
  failedJobs: Count,
  /** Kept counts that differed from what they count in the last nightly check. */
  wrongCounts: Count,
  failedEmails: Count,
  /** The last scheduled backup; null before the first one. */
  backup: z.nullable(z.object({ startedAt: Instant, bytes: z.nullable(Count), error: z.string() })),
  /** At most fifty. */
  items: z.array(AttentionItem),
  itemCount: Count,
  counts: z.object({ books: Count, accounts: Count, authors: Count, recordings: Count }),
});
export type AdminDashboard = z.infer<typeof AdminDashboard>;

/** The last 30 days, oldest first, and the state of the server. */
export const SiteActivity = z.object({
  days: z.array(
    z.object({
      day: z.iso.date(),
      /** New accounts. */
      accounts: Count,
      /** People who read or listened. */
      readers: Count,
      minutes: Count,
    }),
  ),
  /** Jobs that are due, and how long the oldest of them waits. */
  waitingJobs: Count,
  oldestJobSeconds: Count,
  /** Bytes on the disk of the data folder. */
  disk: z.object({ free: z.number(), total: z.number() }),
  /** False when the media folder or the bucket cannot be used. */
  isStorageAvailable: z.boolean(),
});
export type SiteActivity = z.infer<typeof SiteActivity>;

export const PrayerAdminStats = z.object({
  since: Instant,
  /** Enabled devices, and readers with prayer alerts. */
  devices: Count,
  readers: Count,
  /** `dropped`: it expired before it could be sent. */
  prayerAlerts: z.object({ sent: Count, failed: Count, dropped: Count }),
  /** Messages other than prayer alerts. */
  others: z.object({ sent: Count, failed: Count }),
  /** The next 24 hours touch 25 clock hours; hours without alerts are omitted. */
  dueByHour: z.array(z.object({ hour: Instant, count: Count })),
});
export type PrayerAdminStats = z.infer<typeof PrayerAdminStats>;

export const adminContract = {
  /** 401 after 30 minutes without activity in the staff area. */
  getDashboard: route({
    method: "GET",
    path: "/api/admin/dashboard",
    access: "employee",
    summary: "The staff dashboard: items that need attention, and counts",
    reads: [
      "author-application",
      "publication",
      "correction",
      "report",
      "post",
      "contact-message",
      "job",
      "credential",
    ],
    response: AdminDashboard,
  }),

  getActivity: route({
    method: "GET",
    path: "/api/admin/activity",
    access: "employee",
    budget: "search",
    summary: "New accounts, readers and minutes of the last 30 days, waiting jobs and free disk space",
    unwatched: "Figures of past days",
    response: SiteActivity,
  }),

  getPrayerStats: route({
    method: "GET",
    path: "/api/admin/athan",
    access: "employee",
    summary: "Delivered and failed messages since an instant in the last two days, and alerts due by hour",
    unwatched: "Figures of past days",
    query: z.strictObject({ since: Instant }),
    response: PrayerAdminStats,
  }),

  sendTest: route({
    method: "POST",
    path: "/api/admin/athan/test",
    access: "employee",
    summary: "Sends a test message to the caller's active devices and returns their number",
    unchanged: "Sends a push message",
    response: z.object({ devices: Count }),
  }),
};
