import { Readable } from "node:stream";
import sharp from "sharp";
import { describe, expect } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { toFormData } from "#shared/api/http-client.ts";
import { type Browser, openBrowser } from "#server/testing/peers/browser.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import { deleteDueAccounts } from "./deletion.ts";
import { purgePictures } from "./picture.ts";
import { createUser } from "./service.ts";

const { getUser, updatePicture, deletePicture, deleteAccount } = accountsContract;
const password = "a lantern at dusk";
const noon = new Date("2026-03-01T12:00:00Z");
const day = 24 * 3_600_000;
let serial = 0;

async function createSignedInBrowser(app: TestApp): Promise<Browser> {
  const n = ++serial;
  const email = `pictured${n}@example.org`;
  await createUser(app.services, {
    email,
    password,
    firstName: "Amina",
    lastName: "",
    username: `pictured${n}`,
    roles: {},
  });
  const browser = openBrowser(app);
  await browser.signIn(email, password);
  return browser;
}

/** A rotated 400 × 200 photo with GPS metadata. */
const createPhoto = async (background = "#804020") =>
  new Blob([
    new Uint8Array(
      await sharp({ create: { width: 400, height: 200, channels: 3, background } })
        .withExif({ IFD0: { Copyright: "Amina's own" }, IFD3: { GPSLatitude: "21/1 25/1 0/1" } })
        .withMetadata({ orientation: 6 })
        .jpeg()
        .toBuffer(),
    ),
  ]);

async function listStoredPictures({ services }: TestApp): Promise<string[]> {
  const keys = [];
  for await (const key of services.storage.list("pictures")) keys.push(key);
  return keys;
}

describe("a profile picture", () => {
  test("is re-encoded as a square without metadata", async ({ app }) => {
    const browser = await createSignedInBrowser(app);

    const changed = await browser.call(updatePicture, { file: await createPhoto() });

    expect(await browser.call(getUser, {})).toEqual(changed);
    const response = await app.fetch(changed.profileImageUrl);
    expect(response.headers.get("content-type")).toBe("image/webp");
    expect(response.headers.get("content-security-policy")).toContain("sandbox");
    const metadata = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect(metadata).toMatchObject({ width: 256, height: 256, format: "webp" });
    expect(metadata.exif).toBeUndefined();
    expect(metadata.orientation).toBeUndefined();
  });

  test("replaces and deletes the previous one, and is removed", async ({ app }) => {
    const browser = await createSignedInBrowser(app);
    const previous = await browser.call(updatePicture, { file: await createPhoto() });

    const changed = await browser.call(updatePicture, { file: await createPhoto("#204080") });

    expect(changed.profileImageUrl).not.toBe(previous.profileImageUrl);
    expect((await app.fetch(previous.profileImageUrl)).status).toBe(404);
    const without = await browser.call(deletePicture, {});
    expect(without.profileImageUrl).toBe("");
    expect((await app.fetch(changed.profileImageUrl)).status).toBe(404);
  });

  test.for([
    ["a page", "<!doctype html><script>alert(1)</script>"],
    [
      "a drawing with a script",
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>',
    ],
    ["nothing", ""],
    ["half a picture", "\x89PNG\r\n\x1a\nbroken"],
  ] as const)("is not made from %s", async ([, text], { app }) => {
    const browser = await createSignedInBrowser(app);

    await expect(browser.call(updatePicture, { file: new Blob([text]) })).rejects.toMatchObject({
      status: 422,
      problem: { code: "unprocessable_file" },
    });
    expect((await browser.call(getUser, {})).profileImageUrl).toBe("");
  });

  test("is rejected above 10 MB", async ({ app }) => {
    const browser = await createSignedInBrowser(app);

    for (const bytes of [10_000_001, 40_000_000]) {
      const file = new Blob([new Uint8Array(bytes)]);
      await expect(browser.call(updatePicture, { file })).rejects.toMatchObject({ status: 413 });
    }
  });

  test("requires a session and the same origin", async ({ app }) => {
    const browser = await createSignedInBrowser(app);
    const form = new Response(toFormData(await createPhoto()));
    const sent = {
      method: "PUT",
      headers: { "content-type": form.headers.get("content-type") ?? "" },
      body: Buffer.from(await form.arrayBuffer()),
    };

    expect((await openBrowser(app).send("/api/user/picture", sent)).status).toBe(401);
    const elsewhere = { ...sent.headers, origin: "https://elsewhere.example" };
    expect((await browser.send("/api/user/picture", { ...sent, headers: elsewhere })).status).toBe(403);
    expect((await app.fetch("/api/user/picture", sent)).status).toBe(415);
    expect((await browser.send("/api/user/profile", { ...sent, method: "PATCH" })).status).toBe(415);
  });

  test("is read from a form with exactly one file", async ({ app }) => {
    const browser = await createSignedInBrowser(app);
    const type = { "content-type": "multipart/form-data; boundary=x" };
    const send = (body: string, headers: Record<string, string> = type) =>
      browser.send("/api/user/picture", { method: "PUT", headers, body });
    const makePart = (name: string) =>
      `--x\r\nContent-Disposition: form-data; name="${name}"; filename="a"\r\n\r\na\r\n`;

    for (const body of [
      "",
      "no form",
      `${makePart("picture")}--x--\r\n`,
      `${makePart("file")}${makePart("file")}--x--\r\n`,
    ]) {
      expect((await send(body)).status, JSON.stringify(body)).toBe(400);
    }
    expect((await send("{}", { "content-type": "application/json" })).status).toBe(400);
  });

  test("is deleted with the account", async ({ app }) => {
    const browser = await createSignedInBrowser(app);
    const { profileImageUrl } = await browser.call(updatePicture, { file: await createPhoto("#777777") });
    await browser.call(deleteAccount, { body: { password } });

    app.setClock(new Date(noon.getTime() + 15 * day));
    await deleteDueAccounts(app.services);
    app.setClock(noon);

    expect(await listStoredPictures(app)).not.toContain(profileImageUrl.slice(1));
  });

  test("left by a crash is removed an hour later", async ({ app }) => {
    const browser = await createSignedInBrowser(app);
    const { id, profileImageUrl } = await browser.call(updatePicture, { file: await createPhoto("#777777") });
    const leftoverKey = `pictures/${id}/${"0".repeat(32)}.webp`;
    await app.services.storage.put(leftoverKey, Readable.from([Buffer.from("left")]));

    const advanceMinutes = async (minutes: number) => {
      app.setClock(new Date(Date.now() + minutes * 60_000));
      await purgePictures(app.services);
      app.setClock(noon);
      return listStoredPictures(app);
    };

    expect(await advanceMinutes(50)).toContain(leftoverKey);
    expect(await advanceMinutes(70)).not.toContain(leftoverKey);
    expect(await listStoredPictures(app)).toContain(profileImageUrl.slice(1));
  });
});
