import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";

/** Of a minute, with the factor below. */
const allowed = 3;
/** The replies of the second are cached. */
const paths = ["/api/auth/options", "/api/books/coming-soon"];

/** Each request gets here from the loopback, as from a proxy on the same machine. */
const topologies = [
  {
    name: "behind one proxy",
    trustedProxies: "loopback",
    // The proxy appends the address that it sees.
    forward: (client: string, claimed: string) => `${claimed}, ${client}`,
  },
  {
    name: "behind two proxies",
    trustedProxies: "loopback, 10.0.0.0/8, 2001:db8:ffff::/48",
    forward: (client: string, claimed: string) => `${claimed}, ${client}, 10.1.2.3`,
  },
  {
    name: "behind two proxies that speak IPv6",
    trustedProxies: "loopback, 10.0.0.0/8, 2001:db8:ffff::/48",
    forward: (client: string, claimed: string) => `${claimed}, ${client}, 2001:db8:ffff:1::9`,
  },
];

describe.each(topologies)("a client $name", ({ trustedProxies, forward }) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ trustedProxies, rateLimitFactor: allowed / 1_200 });
  });
  afterAll(() => app.stop());

  const getStatuses = async (path: string, clients: readonly string[]) => {
    const statuses: number[] = [];
    for (const [n, client] of clients.entries()) {
      const headers = { "X-Forwarded-For": forward(client, `198.51.100.${n}`) };
      statuses.push((await app.fetch(path, { headers })).status);
    }
    return statuses;
  };

  test.each(paths)("is counted by its own address at %s, whatever it claims to be", async (path) => {
    const client = `203.0.113.${paths.indexOf(path) + 1}`;

    expect(await getStatuses(path, [client, client, client, client])).toEqual([200, 200, 200, 429]);
    expect(await getStatuses(path, ["192.0.2.9"])).not.toContain(429);
  });

  test.each(paths)("is counted with all addresses of its IPv6 /64 at %s", async (path) => {
    const prefix = `2001:db8:${paths.indexOf(path) + 1}:2a00`;
    const clients = ["::1", "::2", ":ffff::3", ":1:2:3:4"].map((host) => prefix + host);

    expect(await getStatuses(path, clients)).toEqual([200, 200, 200, 429]);
    expect(await getStatuses(path, ["2001:db8:5:2a00::1"])).not.toContain(429);
  });
});

describe("a client without a trusted proxy", () => {
  test.each(["", "10.0.0.0/8"])(
    "is counted by its connection, with TRUST_PROXY=%j",
    async (trustedProxies) => {
      const app = await startTestApp({ trustedProxies, rateLimitFactor: allowed / 1_200 });
      const statuses: number[] = [];
      for (let n = 0; n <= allowed; n++) {
        const headers = { "X-Forwarded-For": `198.51.100.${n}` };
        statuses.push((await app.fetch("/api/auth/options", { headers })).status);
      }
      await app.stop();

      expect(statuses).toEqual([200, 200, 200, 429]);
    },
  );
});
