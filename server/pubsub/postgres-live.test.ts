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
  let firstProcess: PostgresPubSub;
  let secondProcess: PostgresPubSub;

  beforeAll(async () => {
    running = await startTestServices();
    const db = running.services.db as OpenDatabase;
    firstProcess = await connectPubSub(running.databaseUrl, db, pino({ level: "silent" }));
    secondProcess = await connectPubSub(running.databaseUrl, db, pino({ level: "silent" }));
  });
  afterAll(async () => {
    await firstProcess.close();
    await secondProcess.close();
    await running.stop();
  });

  const waitForNext = (live: PostgresPubSub, topic: string) =>
    new Promise<string>((resolve) => {
      const stop = live.onBroadcast(topic, (id) => {
        stop();
        resolve(id);
      });
    });

  test("reach their user's browsers in every process only", async () => {
    const aminaEvents: unknown[] = [];
    const yusufEvents: unknown[] = [];
    secondProcess.subscribe(amina, (event) => aminaEvents.push(event));
    secondProcess.subscribe(yusuf, (event) => yusufEvents.push(event));
    const after = waitForNext(secondProcess, "after");

    await firstProcess.publish(amina, { topics: ["library"] });
    await firstProcess.broadcast("after", "1");
    await after;

    expect(aminaEvents).toEqual([{ topics: ["library"] }]);
    expect(yusufEvents).toEqual([]);
  });

  test("are published on commit, never on rollback", async () => {
    const events: unknown[] = [];
    secondProcess.subscribe(amina, (event) => events.push(event));
    const after = waitForNext(secondProcess, "committed");
    const failing = running.services.db.transaction(async (tx) => {
      await firstProcess.publish(amina, { topics: ["session"] }, tx);
      throw new Error("no");
    });
    await failing.catch(() => {});

    await running.services.db.transaction((tx) => firstProcess.publish(amina, { topics: ["book"] }, tx));
    await firstProcess.broadcast("committed", "1");
    await after;

    expect(events).toEqual([{ topics: ["book"] }]);
  });

  test("continue after a lost connection, and report a gap", async () => {
    const gap = new Promise<void>((resolve) => {
      secondProcess.onGap(resolve);
    });

    await running.services.db.execute(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'maktaba live' and datname = current_database()",
    );
    await gap;

    const arrival = waitForNext(secondProcess, "again");
    await secondProcess.broadcast("again", "7");
    expect(await arrival).toBe("7");
  });
});
