import { describe, expect, test } from "vitest";
import { parseEnvironment } from "./env.ts";
import { toSettings } from "./settings.ts";
import { renderEnvExample } from "./testing/env-example.ts";

const secret = "a secret for tests, and long enough";
const getSettings = (env: Record<string, string>) =>
  toSettings(parseEnvironment({ SESSION_SECRET: secret, ...env }));

describe("settings", () => {
  test("that are invalid are all named at once", () => {
    const read = () =>
      parseEnvironment({ PORT: "many", LOG_LEVEL: "loud", HOST: "0.0.0.0", DATABASE_URL: "mysql://x" });

    for (const name of [/^PORT/, /^LOG_LEVEL/m, /^PUBLIC_ORIGIN/m, /^DATABASE_URL/m])
      expect(read).toThrow(name);
  });

  test("that are empty count as missing", () => {
    expect(getSettings({ PORT: "", DATABASE_URL: "" }).port).toBe(5000);
  });

  test("require a token for metrics that other machines can reach", () => {
    expect(() => parseEnvironment({ METRICS_PORT: "9464", METRICS_HOST: "0.0.0.0" })).toThrow(
      "METRICS_TOKEN",
    );
    expect(() => parseEnvironment({ METRICS_PORT: "9464" })).not.toThrow();
    expect(() => parseEnvironment({ METRICS_HOST: "0.0.0.0" })).not.toThrow();
  });

  test("default to both local host names", () => {
    expect(getSettings({ PORT: "5005" }).origins).toEqual(["http://localhost:5005", "http://127.0.0.1:5005"]);
  });

  test("require a public URL when the server is reachable from other machines", () => {
    expect(() => parseEnvironment({ HOST: "0.0.0.0" })).toThrow("PUBLIC_ORIGIN");
    expect(getSettings({ HOST: "0.0.0.0", PUBLIC_ORIGIN: "https://books.example.org" })).toMatchObject({
      origins: ["https://books.example.org"],
      isHttps: true,
    });
  });

  test.each(["https://books.example.org/shelf", "books.example.org", "ftp://books.example.org"])(
    "refuse %s as a public URL",
    (origin) => expect(() => parseEnvironment({ PUBLIC_ORIGIN: origin })).toThrow("PUBLIC_ORIGIN"),
  );

  test.each(["10.0.0.1", "10.0.0.0/8, ::1", "loopback,fd00::/8"])("accept %s as proxies", (proxies) => {
    expect(getSettings({ TRUST_PROXY: proxies }).trustedProxies).toBe(proxies);
  });

  test.each(["banana", "10.0.0.0/33", "10.0.0.1, true", "1"])("refuse %s as proxies", (proxies) => {
    expect(() => parseEnvironment({ TRUST_PROXY: proxies })).toThrow(/^TRUST_PROXY/);
  });

  test("require a key that signs the path of a CDN", () => {
    const cdn = { CDN_PATH: "/signed-media", CDN_SIGNING_KEY: "a-key-of-this-test" };

    expect(getSettings(cdn).cdn).toEqual({ path: "/signed-media", signingKey: "a-key-of-this-test" });
    expect(getSettings({}).cdn).toBeNull();
    expect(() => parseEnvironment({ ...cdn, CDN_SIGNING_KEY: undefined })).toThrow("CDN_SIGNING_KEY");
    expect(() => parseEnvironment({ ...cdn, CDN_SIGNING_KEY: "short" })).toThrow("CDN_SIGNING_KEY");
    expect(() => parseEnvironment({ ...cdn, CDN_PATH: "https://cdn.example.org" })).toThrow("CDN_PATH");
  });

  test("require all settings of an OpenID provider", () => {
    expect(() => parseEnvironment({ OIDC_ISSUER: "https://id.example.org" })).toThrow("OIDC_CLIENT_ID");
  });

  test("are each explained in .env.example", async () => {
    expect(renderEnvExample()).not.toContain("# ?");
    // Regenerate with `npx vitest run server/env.test.ts -u`.
    await expect(renderEnvExample()).toMatchFileSnapshot("../.env.example");
  });
});
