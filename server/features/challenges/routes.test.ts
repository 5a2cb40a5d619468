import { describe, expect } from "vitest";
import { challengesContract } from "#shared/challenges/contract.ts";
import { test } from "#server/testing/test.ts";
import { addChallenge, addMember } from "./service.ts";

const { listActive, listMine } = challengesContract;

const at = (day: string) => new Date(`2026-${day}T00:00:00Z`);
const ramadan = {
  title: "Thirty days",
  description: "A page a day.",
  goal: 30,
  goalType: "days" as const,
  startsAt: at("02-18"),
  endsAt: at("03-20"),
};

describe("challenges", () => {
  test("that run now are shown to everybody, with how many take part", async ({ app }) => {
    const { services } = app;
    const [amina, yusuf] = [await app.make.user(), await app.make.user()];
    const id = await addChallenge(services, ramadan);
    await addChallenge(services, { ...ramadan, title: "Over", endsAt: at("02-28") });
    await addChallenge(services, { ...ramadan, title: "To come", startsAt: at("03-02") });
    for (const reader of [amina, yusuf, amina]) await addMember(services, id, reader.id);

    const active = await app.as(null)(listActive, {});

    expect(active).toEqual([{ id, ...ramadan, participantCount: 2 }]);
    expect(await addChallenge(services, ramadan)).toBe(id);
  });

  test("that a reader has joined are that reader's", async ({ app }) => {
    const [amina, yusuf] = [await app.make.user(), await app.make.user()];
    const id = await addChallenge(app.services, { ...ramadan, title: "Ten books", goalType: "books" });
    await addMember(app.services, id, amina.id);

    const mine = await app.as(amina)(listMine, {});

    expect(mine).toHaveLength(1);
    expect(mine[0]).toMatchObject({ challenge: { id, participantCount: 1 }, completedAt: null });
    expect(await app.as(yusuf)(listMine, {})).toEqual([]);
    await expect(app.as(null)(listMine, {})).rejects.toMatchObject({ status: 401 });
  });
});
