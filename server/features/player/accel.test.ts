import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { storeBook, storedAudio } from "#server/testing/books/stored-book.ts";
import { hasNginx, startNginx } from "#server/testing/peers/nginx.ts";
import { createSessionCookie } from "#server/testing/session-cookie.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ usesXAccel: true });
});
afterAll(() => app.stop());

describe("audio behind nginx", () => {
  it("is sent by nginx to users with full access", async () => {
    const book = await storeBook(app.services);

    const response = await app.fetch(`/media/${book.id}/${book.fileId}`, { as: await app.make.user() });

    expect(response.headers.get("x-accel-redirect")).toBe(`/protected-media/${book.storageKey}`);
    expect(response.headers.get("cache-control")).toBe("private, no-cache");
    expect(await response.text()).toBe("");
  });

  it("is never used for samples", async () => {
    const book = await storeBook(app.services);

    const response = await app.fetch(`/media/${book.id}/${book.fileId}`);

    expect(response.headers.get("x-accel-redirect")).toBeNull();
    expect(Buffer.from(await response.arrayBuffer()).equals(storedAudio.subarray(0, 400))).toBe(true);
  });

  it.skipIf(!hasNginx)("arrives through the nginx of the guide, whole, in ranges and unchanged", async () => {
    const { services, baseUrl, make } = app;
    const nginx = await startNginx(baseUrl, services.settings.dataDir);
    onTestFinished(nginx.stop);
    const book = await storeBook(services);
    const cookie = await createSessionCookie(services, await make.user());
    const get = (url: string, headers: HeadersInit = {}) =>
      fetch(nginx.url + url, { headers: { Cookie: cookie, ...headers } });
    const url = `/media/${book.id}/${book.fileId}`;
    const readBytes = async (response: Response) => Buffer.from(await response.arrayBuffer());

    const whole = await get(url);
    expect([whole.status, whole.headers.get("cache-control")]).toEqual([200, "private, no-cache"]);
    expect(whole.headers.get("content-type")).toMatch(/^audio\//);
    expect(whole.headers.get("x-accel-redirect")).toBeNull();
    expect((await readBytes(whole)).equals(storedAudio)).toBe(true);
    const part = await get(url, { Range: "bytes=500-599" });
    expect([part.status, part.headers.get("content-range")]).toEqual([
      206,
      `bytes 500-599/${storedAudio.length}`,
    ]);
    expect((await readBytes(part)).equals(storedAudio.subarray(500, 600))).toBe(true);
    expect((await get(url, { "If-None-Match": whole.headers.get("etag") ?? "" })).status).toBe(304);
    expect((await get(`/protected-media/${book.storageKey}`)).status).toBe(404);
    expect((await fetch(nginx.url + url)).status).toBe(200);
  });
});
