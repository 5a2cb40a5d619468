import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { storeBook, storedAudio } from "#server/testing/books/stored-book.ts";
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
});
