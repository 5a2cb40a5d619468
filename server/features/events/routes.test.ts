import { afterEach, describe, expect, vi } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import { getSessionStore } from "#server/http/session/session.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";

const openControllers: AbortController[] = [];
afterEach(() => {
  for (const controller of openControllers.splice(0)) controller.abort();
});

/** Opens the event stream of a reader. */
async function listen(app: TestApp, user: User | null) {
  const controller = new AbortController();
  openControllers.push(controller);
  const headers = { Accept: "text/event-stream" };
  const reply = await app.fetch("/api/live", { as: user, headers, signal: controller.signal });
  const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader();
  return {
    reply,
    next: async () => (await reader?.read())?.value,
    isClosed: async () => (await reader?.read())?.done === true,
  };
}

describe("the event stream", () => {
  test("sends a greeting and a retry time, uncached", async ({ app }) => {
    const { reply, next } = await listen(app, await app.make.user());

    expect(reply.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(reply.headers.get("cache-control")).toBe("no-store, no-transform");
    const hello = (await next()) ?? "";
    expect(hello).toMatch(/^retry: \d+\nevent: hello\ndata: {"connection":"[0-9a-f-]{36}"}\n\n$/);
    const retryMs = Number(/\d+/.exec(hello)?.[0]);
    expect(retryMs).toBeGreaterThanOrEqual(1_000);
    expect(retryMs).toBeLessThanOrEqual(10_000);
  });

  test("sends changes to the user's browsers only", async ({ app }) => {
    const [amina, yusuf] = [await app.make.user(), await app.make.user()];
    const [phone, laptop, other] = [
      await listen(app, amina),
      await listen(app, amina),
      await listen(app, yusuf),
    ];
    for (const each of [phone, laptop, other]) await each.next();

    await app.services.live.publish(amina.id, { topics: ["library"] });
    await app.services.live.publish(yusuf.id, { topics: ["session"] });

    expect(await phone.next()).toBe('data: {"topics":["library"]}\n\n');
    expect(await laptop.next()).toBe('data: {"topics":["library"]}\n\n');
    expect(await other.next()).toBe('data: {"topics":["session"]}\n\n');
  });

  test("ends with the session, with an event", async ({ app }) => {
    const reader = await app.make.user();
    const { next, isClosed } = await listen(app, reader);
    await next();

    await getSessionStore(app.services).end(reader.id);

    expect(await next()).toBe('data: {"topics":["session"]}\n\n');
    expect(await isClosed()).toBe(true);
  });

  test("is refused for guests and a user's seventh browser", async ({ app }) => {
    const [amina, yusuf] = [await app.make.user(), await app.make.user()];
    for (let n = 0; n < 6; n++) await (await listen(app, amina)).next();

    expect((await listen(app, null)).reply.status).toBe(401);
    expect((await listen(app, amina)).reply.status).toBe(429);
    expect((await listen(app, yusuf)).reply.status).toBe(200);
  });

  test("accepts a browser after another left", async ({ app }) => {
    const reader = await app.make.user();
    for (let n = 0; n < 6; n++) await (await listen(app, reader)).next();

    openControllers.at(-1)?.abort();

    await vi.waitFor(async () => expect((await listen(app, reader)).reply.status).toBe(200));
  });
});
