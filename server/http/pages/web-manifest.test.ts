import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { describe, expect } from "vitest";
import { findRoute } from "#shared/routes/route-table.ts";
import { projectRoot } from "#server/project-root.ts";
import { test } from "#server/testing/test.ts";

interface Manifest {
  readonly name: string;
  readonly start_url: string;
  readonly shortcuts: readonly { readonly name: string; readonly url: string }[];
  readonly file_handlers: readonly { readonly action: string }[];
  readonly share_target: {
    readonly action: string;
    readonly params: { readonly files: readonly { readonly name: string }[] };
  };
  readonly screenshots: readonly {
    readonly src: string;
    readonly sizes: string;
    readonly form_factor: string;
  }[];
  readonly icons: readonly { readonly src: string; readonly purpose?: string }[];
}

describe("the web manifest", () => {
  test("has the operator's name and our icons, one of them maskable", async ({ app }) => {
    const reply = await app.fetch("/manifest.webmanifest");
    const manifest = (await reply.json()) as Manifest;

    expect(reply.headers.get("content-type")).toContain("application/manifest+json");
    expect(reply.headers.get("cache-control")).toBe("no-cache");
    expect(manifest).toMatchObject({ name: app.services.settings.productName, start_url: "/home" });
    expect(manifest.icons.every(({ src }) => src.startsWith("/assets/"))).toBe(true);
    expect(manifest.icons.some(({ purpose }) => purpose === "maskable")).toBe(true);
  });

  test("opens and receives EPUB files at a page, which asks for the file when no service worker took it", async ({
    app,
  }) => {
    const reply = await app.fetch("/manifest.webmanifest");
    const { file_handlers, share_target } = (await reply.json()) as Manifest;
    for (const { action } of [...file_handlers, share_target]) expect(findRoute(action)).not.toBeNull();
    const body = new FormData();
    body.set(share_target.params.files[0]?.name ?? "", new File(["x"], "a.epub"));

    const answer = await app.fetch(share_target.action, { method: "POST", body, redirect: "manual" });

    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/open?shared=lost"]);
  });

  test("has shortcuts to pages, in the language of the request", async ({ app }) => {
    const read = async (language: string) => {
      const reply = await app.fetch("/manifest.webmanifest", { headers: { "accept-language": language } });
      return (await reply.json()) as Manifest;
    };

    const [english, arabic] = [await read("en"), await read("ar")];
    for (const { url } of english.shortcuts) expect(findRoute(url.split("?")[0] ?? "")).not.toBeNull();
    expect(english.shortcuts.map(({ name }) => name)).toEqual([
      "Continue reading",
      "Search books",
      "Audiobooks in my library",
    ]);
    expect(arabic.shortcuts.map(({ url }) => url)).toEqual(english.shortcuts.map(({ url }) => url));
    expect(arabic.shortcuts[0]?.name).toBe("متابعة القراءة");
  });

  test("has screenshots of the stated sizes, narrow and wide, that are small", async ({ app }) => {
    const { screenshots } = (await (await app.fetch("/manifest.webmanifest")).json()) as Manifest;
    const files = screenshots.map(({ src }) => path.join(projectRoot, "client", "public", src));

    expect(screenshots.map(({ form_factor }) => form_factor)).toEqual(["narrow", "wide"]);
    for (const [n, file] of files.entries()) {
      const { width, height } = await sharp(readFileSync(file)).metadata();
      expect(`${width}x${height}`).toBe(screenshots[n]?.sizes);
    }
    expect(files.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThan(150_000);
  });
});
