import { describe, expect } from "vitest";
import { test } from "#server/testing/test.ts";

interface Manifest {
  readonly name: string;
  readonly start_url: string;
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
});
