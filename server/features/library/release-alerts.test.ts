import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import type { User } from "#shared/accounts/user.ts";
import { libraryContract } from "#shared/library/contract.ts";
import { notificationsContract } from "#shared/notifications/contract.ts";
import { books } from "#server/db/schema/books/books.ts";
import { releaseBooks } from "#server/features/books/detail/release.ts";
import { noBook } from "#server/testing/factories.ts";
import { test } from "#server/testing/test.ts";
import { notifyWatchers } from "./release-alerts.ts";

const { listReleaseAlerts, saveReleaseAlert, deleteReleaseAlert } = libraryContract;
const { listNotifications } = notificationsContract;
const releaseAt = new Date("2026-03-02T00:00:00Z");

describe("release alerts", () => {
  test("notify exactly once, and subscribers only", async ({ app }) => {
    const [amina, yusuf, bilal] = [await app.make.user(), await app.make.user(), await app.make.user()];
    const { id: bookId } = await app.make.book({ title: "The Well", state: "scheduled", releaseAt });
    const params = { bookId };
    for (const reader of [amina, amina, yusuf]) await app.as(reader)(saveReleaseAlert, { params });
    await app.as(yusuf)(deleteReleaseAlert, { params });
    await app.as(yusuf)(deleteReleaseAlert, { params });
    expect(await app.as(amina)(listReleaseAlerts, {})).toEqual([bookId]);

    app.setClock(new Date("2026-03-01T23:59:00Z"));
    await releaseBooks.run(app.services, {});
    await app.runJobs();
    expect((await app.as(amina)(listNotifications, { query: {} })).totalCount).toBe(0);

    app.setClock(new Date("2026-03-02T00:00:30Z"));
    await releaseBooks.run(app.services, {});
    await releaseBooks.run(app.services, {});
    await app.runJobs();
    await notifyWatchers(app.services, bookId);

    const listed = await app.as(amina)(listNotifications, { query: {} });
    expect(listed.notifications).toMatchObject([
      {
        type: "new_book",
        message: "“The Well” is now available.",
        actionUrl: `/book/${bookId}`,
        isRead: false,
      },
    ]);
    for (const reader of [yusuf, bilal]) {
      expect((await app.as(reader)(listNotifications, { query: {} })).totalCount).toBe(0);
    }
    expect(await app.as(amina)(listReleaseAlerts, {})).toEqual([]);
  });

  test("notify in each user's language", async ({ app }) => {
    const reader = await app.make.user();
    await app.as(reader)(accountsContract.updatePreferences, { body: { language: "ar" } });
    const { id: bookId } = await app.make.book({ title: "The Lamp", state: "scheduled", releaseAt });
    await app.as(reader)(saveReleaseAlert, { params: { bookId } });

    app.setClock(new Date("2026-03-02T00:00:30Z"));
    await releaseBooks.run(app.services, {});
    await app.runJobs();

    const { notifications } = await app.as(reader)(listNotifications, { query: {} });
    expect(notifications).toMatchObject([
      { title: "صدر كتاب كنت تنتظره", message: "أصبح كتاب «The Lamp» متاحًا." },
    ]);
  });

  test("reach more users than one batch", async ({ app }) => {
    const { id: bookId } = await app.make.book({ state: "scheduled", releaseAt: new Date("2026-04-01") });
    const readers = await Promise.all(Array.from({ length: 12 }, () => app.make.user()));
    for (const reader of readers) await app.as(reader)(saveReleaseAlert, { params: { bookId } });

    app.setClock(new Date("2026-04-01T00:00:30Z"));
    await releaseBooks.run(app.services, {});
    await app.runJobs();

    const counts = await Promise.all(
      readers.map(async (reader) => (await app.as(reader)(listNotifications, { query: {} })).totalCount),
    );
    expect(counts).toEqual(readers.map(() => 1));
  });

  test("are one for each reader and book", async ({ app }) => {
    const [amina, yusuf] = [await app.make.user(), await app.make.user()];
    const create = async () =>
      (await app.make.book({ state: "scheduled", releaseAt: new Date("2027-01-01") })).id;
    const [lamp, well, boat] = [await create(), await create(), await create()];
    const list = async (user: User) => (await app.as(user)(listReleaseAlerts, {})).toSorted();
    for (const [user, ...bookIds] of [
      [amina, lamp, well, boat],
      [yusuf, lamp, well],
    ] as const) {
      for (const bookId of bookIds) await app.as(user)(saveReleaseAlert, { params: { bookId } });
    }

    await app.as(amina)(deleteReleaseAlert, { params: { bookId: lamp } });
    expect([await list(amina), await list(yusuf)]).toEqual([
      [well, boat].toSorted(),
      [lamp, well].toSorted(),
    ]);
    await app.db.update(books).set({ state: "published" }).where(eq(books.id, well));
    expect([await list(amina), await list(yusuf)]).toEqual([[boat], [lamp]]);
    await notifyWatchers(app.services, lamp);
    expect(await list(yusuf)).toEqual([lamp]);
    await notifyWatchers(app.services, well);
    const count = async (user: User) => (await app.as(user)(listNotifications, { query: {} })).totalCount;
    expect([await count(amina), await count(yusuf), await list(amina), await list(yusuf)]).toEqual([
      1,
      1,
      [boat],
      [lamp],
    ]);
  });

  test("are for readers, and for visible coming-soon books", async ({ app }) => {
    const reader = await app.make.user();
    const employee = await app.make.user({ isEmployee: true });
    const input = { params: { bookId: (await app.make.book()).id } };
    const hidden = { params: { bookId: (await app.make.book({ state: "draft" })).id } };
    const coming = await app.make.book({ state: "scheduled", releaseAt: new Date("2027-01-01") });

    await expect(app.as(reader)(saveReleaseAlert, input)).rejects.toMatchObject({ status: 409 });
    await expect(app.as(reader)(saveReleaseAlert, hidden)).rejects.toMatchObject({ status: 404 });
    await expect(app.as(reader)(saveReleaseAlert, { params: { bookId: noBook } })).rejects.toMatchObject({
      status: 404,
    });
    await expect(app.as(null)(saveReleaseAlert, { params: { bookId: coming.id } })).rejects.toMatchObject({
      status: 401,
    });
    await app.as(employee)(saveReleaseAlert, { params: { bookId: coming.id } });
    expect(await app.as(employee)(listReleaseAlerts, {})).toEqual([coming.id]);
  });
});
