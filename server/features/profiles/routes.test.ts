import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { ProfileLine } from "#shared/accounts/session-contract.ts";
import { sessionContract } from "#shared/accounts/session-contract.ts";
import type { User } from "#shared/accounts/user.ts";
import { peopleContract } from "#shared/people/contract.ts";
import { profilesContract } from "#shared/profiles/contract.ts";
import { activityContract } from "#shared/reading-activity/contract.ts";
import { SessionId } from "#shared/reading-activity/session.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";

const { getProfile } = profilesContract;

const viewProfile = (app: TestApp, viewer: User, { username }: User) =>
  app.as(viewer)(getProfile, { params: { username } });

const show = (app: TestApp, user: User, ...profileShows: ProfileLine[]) =>
  app.as(user)(sessionContract.updatePreferences, { body: { profileShows } });

async function createReader(app: TestApp) {
  const [reader, other] = [
    await app.make.user({ bio: "BIO-SECRET", lastName: "Idris" }),
    await app.make.user(),
  ];
  const times = { startedAt: new Date("2026-03-01T08:00:00Z"), endedAt: new Date("2026-03-01T08:30:00Z") };
  await app.as(reader)(activityContract.addSession, {
    params: { sessionId: SessionId.parse(randomUUID()) },
    body: { kind: "reading", title: "TITLE-SECRET", zone: "UTC", ...times },
  });
  const { id: bookId } = await app.make.audiobook({ chapters: 10 });
  const session = { id: randomUUID(), bookId, kind: "listening", zone: "UTC", device: "Test" };
  const [startedAt, endedAt] = ["2026-03-01T10:00:00Z", "2026-03-01T10:20:00Z"];
  await app.as(reader)(activityContract.recordSessions, {
    body: { sessions: [{ ...session, startedAt, endedAt }] },
  });
  return { reader, other };
}

const nothing = { bio: null, finished: null, time: null, streak: null, genres: null, challenges: null };

describe("a public profile", () => {
  test("is the name alone by default, for those who can find the reader by it", async ({ app }) => {
    const { reader, other } = await createReader(app);
    const friend = await app.make.user();
    const relate = (by: User, on: User) =>
      app.as(by)(peopleContract.requestFriend, { params: { userId: on.id } });
    await relate(reader, friend);
    await relate(friend, reader);
    const findableBy = (value: "everyone" | "friends" | "nobody") =>
      app.as(reader)(sessionContract.updatePreferences, { body: { findableBy: value } });
    const view = (viewer: User) =>
      viewProfile(app, viewer, reader).then(
        (profile) => profile,
        ({ status }) => status,
      );
    const name = { id: reader.id, username: reader.username, name: `${reader.firstName} I.` };
    const minimal = { ...name, profileImageUrl: "", ...nothing };

    expect(await Promise.all([reader, friend, other].map(view))).toEqual([minimal, minimal, minimal]);
    await findableBy("friends");
    expect(await Promise.all([reader, friend, other].map(view))).toEqual([minimal, minimal, 404]);
    await findableBy("nobody");
    expect(await Promise.all([reader, friend, other].map(view))).toEqual([minimal, 404, 404]);
    await findableBy("everyone");
    await app.as(reader)(peopleContract.updateRelation, {
      params: { userId: other.id },
      body: { isBlocked: true },
    });
    expect(await Promise.all([reader, friend, other].map(view))).toEqual([minimal, minimal, 404]);
  });

  test.for<[ProfileLine, object]>([
    ["bio", { bio: "BIO-SECRET" }],
    ["finished", { finished: { year: 0, total: 0 } }],
    ["time", { time: { seconds: 1_200, pages: 0, sessions: 2, days: 1 } }],
    ["streak", { streak: { current: 1, longest: 1, hasToday: true } }],
    ["genres", { genres: [] }],
    ["challenges", { challenges: [] }],
  ])("is %s when only that is shown", async ([line, seen], { app }) => {
    const { reader, other } = await createReader(app);
    await show(app, reader, line);

    expect(await viewProfile(app, other, reader)).toEqual({
      id: reader.id,
      username: reader.username,
      name: `${reader.firstName} I.`,
      profileImageUrl: "",
      ...nothing,
      ...seen,
    });
  });

  test("is hidden when suspended and after deletion, and empty without lines", async ({ app }) => {
    const { reader, other } = await createReader(app);
    await show(app, reader, "bio", "time");
    const hidden = { status: 404 };

    await app.db
      .update(users)
      .set({ suspendedUntil: new Date("2099-01-01") })
      .where(eq(users.id, reader.id));
    await expect(viewProfile(app, other, reader)).rejects.toMatchObject(hidden);
    await app.db
      .update(users)
      .set({ suspendedUntil: null, deletionRequestedAt: new Date() })
      .where(eq(users.id, reader.id));
    await expect(viewProfile(app, other, reader)).rejects.toMatchObject(hidden);
    await app.db.update(users).set({ deletionRequestedAt: null }).where(eq(users.id, reader.id));
    expect(await viewProfile(app, other, reader)).toMatchObject({ bio: "BIO-SECRET" });
    await show(app, reader);
    expect(await viewProfile(app, other, reader)).toMatchObject(nothing);
  });

  test("accepts known lines only, and is not for guests", async ({ app }) => {
    const { reader } = await createReader(app);
    const reply = await app.fetch("/api/user/preferences", {
      method: "PATCH",
      as: reader,
      body: JSON.stringify({ profileShows: ["email"] }),
      headers: { "Content-Type": "application/json" },
    });

    expect(reply.status).toBe(400);
    expect((await app.fetch(`/api/readers/${reader.username}`)).status).toBe(401);
  });
});
