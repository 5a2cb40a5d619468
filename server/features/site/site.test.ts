import { describe, expect } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { siteContract } from "#shared/site/contract.ts";
import { uploadsContract } from "#shared/uploads/contract.ts";
import { openBrowser } from "#server/testing/peers/browser.ts";
import { test } from "#server/testing/test.ts";

const {
  getSiteText,
  listSiteTexts,
  saveSiteText,
  listSiteTextVersions,
  getSiteFigures,
  getSiteSettings,
  saveSiteSettings,
} = siteContract;
const password = "a lantern at dusk";

describe("the figures of the site", () => {
  test("count what is published, for admins only", async ({ app }) => {
    const admin = app.as(await app.make.user({ isAdmin: true }));
    const reader = app.as(await app.make.user());
    const before = await admin(getSiteFigures, {});
    await app.make.book({ hasEbook: true, hasAudiobook: true, duration: 7_300 });
    await app.make.book({ hasEbook: true, state: "draft" });

    const after = await admin(getSiteFigures, {});

    expect(after).toMatchObject({ texts: before.texts + 1, audioHours: before.audioHours + 2, accounts: 2 });
    await expect(reader(getSiteFigures, {})).rejects.toMatchObject({ status: 403 });
  });
});

describe("texts of the site", () => {
  test("replace the built-in ones, in versions", async ({ app }) => {
    const admin = app.as(await app.make.user({ isAdmin: true }));
    const guest = app.as(null);
    const params = { key: "terms" as const, language: "en" as const };
    expect(await guest(getSiteText, { params })).toEqual({ content: null, changedAt: null });
    const markdown = "## Our terms\n\nRead [the help](/help).\n\n- One\n- Two\n\n<script>alert(1)</script>";
    await admin(saveSiteText, { params, body: { version: 0, markdown } });
    expect((await guest(getSiteText, { params })).content).toEqual([
      { type: "heading", level: 2, children: [{ type: "text", text: "Our terms" }] },
      {
        type: "paragraph",
        children: [
          { type: "text", text: "Read " },
          { type: "link", url: "/help", children: [{ type: "text", text: "the help" }] },
          { type: "text", text: "." },
        ],
      },
      expect.objectContaining({ type: "list", isOrdered: false }),
      { type: "paragraph", children: [{ type: "text", text: "<script>alert(1)</script>" }] },
    ]);
    const arabic = { params: { ...params, language: "ar" as const } };
    expect((await guest(getSiteText, arabic)).content).toBeNull();

    const staleUpdate = admin(saveSiteText, { params, body: { version: 0, markdown: "Other" } });
    await expect(staleUpdate).rejects.toMatchObject({ status: 409 });
    await admin(saveSiteText, { params, body: { version: 1, markdown: "" } });
    expect((await guest(getSiteText, { params })).content).toBeNull();
    const { versions } = await admin(listSiteTextVersions, { params });
    expect(versions.map(({ version, markdown: text }) => [version, text])).toEqual([
      [2, ""],
      [1, markdown],
    ]);
    const { texts } = await admin(listSiteTexts, {});
    expect(texts).toHaveLength(10);
    expect(texts).toContainEqual(expect.objectContaining({ ...params, version: 2 }));
  });
});

describe("settings of the site", () => {
  test("close registration, and limit uploads", async ({ app }) => {
    const admin = app.as(await app.make.user({ isAdmin: true }));
    const before = await admin(getSiteSettings, {});
    expect(before).toEqual({ registration: "open", registersOnSignIn: true, quotaGb: 20 });
    const signUp = (name: string) =>
      openBrowser(app).call(accountsContract.signUp, {
        body: { email: `${name}@example.org`, password, firstName: "N", lastName: "N", username: name },
      });
    await signUp("before-closing");

    await admin(saveSiteSettings, { body: { ...before, registration: "closed", quotaGb: 0.1 } });
    await expect(signUp("after-closing")).rejects.toMatchObject({ status: 403 });
    const unknown = openBrowser(app).signIn("nobody-yet@example.org", password);
    await expect(unknown).rejects.toMatchObject({ status: 401 });
    expect(await app.as(null)(accountsContract.getSignInOptions, {})).toMatchObject({
      registration: "closed",
      registersOnSignIn: false,
    });
    expect((await openBrowser(app).signIn("before-closing@example.org", password)).isNew).toBe(false);
    const author = app.as(await app.make.user({ isAuthor: true }));
    const files = [{ path: "book.mp3", bytes: 200_000_000 }];
    const upload = author(uploadsContract.createUpload, { body: { title: "Large", files } });
    await expect(upload).rejects.toMatchObject({ status: 413 });
  });
});
