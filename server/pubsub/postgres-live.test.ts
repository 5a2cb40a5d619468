import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { UserId } from "#shared/accounts/user.ts";
import type { OpenDatabase } from "#server/db/client.ts";
import { startTestServices } from "#server/testing/test-services.ts";
import { connectPubSub, type PostgresPubSub } from "./postgres-live.ts";

const amina = UserId.parse("00000000-0000-4000-8000-00000000000a");
const yusuf = UserId.parse("00000000-0000-4000-8000-00000000000b");

describe("live events", () => {
  let running: Awaited<ReturnType<typeof startTestServices>>;
  let here: PostgresPubSub;
  let there: PostgresPubSub;

  beforeAll(async () => {
    running = await startTestServices();
    const db = running.services.db as OpenDatabase;
    here = await connectPubSub(running.databaseUrl, db, pino({ level: "silent" }));
    there = await connectPubSub(running.databaseUrl, db, pino({ level: "silent" }));
  });
  afterAll(async () => {
    await here.close();
    await there.close();
    await running.stop();
  });

  const next = (live: PostgresPubSub, topic: string) =>
    new Promise<string>((resolve) => {
      const stop = live.onBroadcast(topic, (id) => {
        stop();
        resolve(id);
      });
    });

  test("reach their user's browsers in every process only", async () => {
    const result: unknown[] = [];
    const overheard: unknown[] = [];
    there.subscribe(amina, (event) => result.push(event));
    there.subscribe(yusuf, (event) => overheard.push(event));
    const after = next(there, "after");

    await here.publish(amina, { topic: "library", id: "b1" });
    await here.broadcast("after", "1");
    await after;

    expect(result).toEqual([{ topic: "library", id: "b1" }]);
    expect(overheard).toEqual([]);
  });

  test("are published on commit, never on rollback", async () => {
    const result: unknown[] = [];
    there.subscribe(amina, (event) => result.push(event));
    const after = next(there, "committed");
    const failing = running.services.db.transaction(async (tx) => {
      await here.publish(amina, { topic: "book", id: "never" }, tx);
      throw new Error("no");
    });
    await failing.catch(() => {});

    await running.services.db.transaction((tx) => here.publish(amina, { topic: "book", id: "b2" }, tx));
    await here.broadcast("committed", "1");
    await after;

    expect(result).toEqual([{ topic: "book", id: "b2" }]);
  });

  test("continue after a lost connection, and report a gap", async () => {
    const gap = new Promise<void>((resolve) => {
      there.onGap(resolve);
    });

    await running.services.db.execute(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'maktaba live' and datname = current_database()",
    );
    await gap;

    const arrival = next(there, "again");
    await there.broadcast("again", "7");
    expect(await arrival).toBe("7");
  });
});
