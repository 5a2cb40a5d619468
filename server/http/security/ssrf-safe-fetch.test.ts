import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isPublicIp } from "./is-public-ip.ts";
import { fetchSafely, toPublicUrl } from "./ssrf-safe-fetch.ts";

let listener: Server;
let port = 0;
let calls = 0;
const sockets = new Set<Socket>();

beforeAll(async () => {
  listener = createServer((socket) => {
    calls += 1;
    sockets.add(socket);
    socket.on("error", () => {});
  }).listen(0);
  await once(listener, "listening");
  port = (listener.address() as AddressInfo).port;
});

afterAll(() => {
  for (const socket of sockets) socket.destroy();
  listener.close();
});

const spellings = [
  "127.0.0.1",
  "localhost",
  "127.1",
  "0.0.0.0",
  "0",
  "2130706433",
  "0x7f000001",
  "0177.0.0.1",
  "127.0.0.53",
  "[::1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "example.com@127.0.0.1",
  "127.0.0.1.",
  "①②⑦.⓪.⓪.①",
  "LOCALHOST",
  "[::]",
  "[64:ff9b::7f00:1]",
  "localhost.localdomain",
];

describe("a user-supplied URL", () => {
  const hostile = spellings.flatMap((host) => [
    ["http", host],
    ["https", host],
    ["HTTPS", host],
  ]);

  test.each(hostile)("is not fetched from %s://%s", async (scheme, host) => {
    const withPort = fetchSafely(`${scheme}://${host}:${port}/x`, { maxBytes: 1000 });
    await expect(withPort).rejects.toMatchObject({ code: "invalid_input" });
    const withoutPort = fetchSafely(`${scheme}://${host}/x`, { maxBytes: 1000 });
    await expect(withoutPort).rejects.toMatchObject({ code: "invalid_input" });

    expect(calls).toBe(0);
  });

  test.each([
    "file:///etc/passwd",
    "gopher://127.0.0.1/_x",
    "data:text/html,x",
    "//127.0.0.1/x",
    "",
    "https://",
  ])("%s is not fetched", async (address) => {
    await expect(fetchSafely(address, { maxBytes: 1000 })).rejects.toMatchObject({
      code: "invalid_input",
    });
  });

  test("may be a public host name or address", () => {
    expect(toPublicUrl("https://covers.example.org/a.jpg").hostname).toBe("covers.example.org");
    expect(toPublicUrl("https://93.184.215.14/").hostname).toBe("93.184.215.14");
  });

  test("may contain neither a port nor credentials", () => {
    expect(() => toPublicUrl("https://covers.example.org:8443/")).toThrow();
    expect(() => toPublicUrl("https://me:secret@covers.example.org/")).toThrow();
  });
});

describe("a public address", () => {
  test.each(["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c", "::ffff:93.184.215.14"])(
    "is %s",
    (address) => expect(isPublicIp(address)).toBe(true),
  );

  test.each([
    "10.1.2.3",
    "100.64.0.1",
    "169.254.169.254",
    "172.31.0.1",
    "192.168.1.1",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "0.1.2.3",
    "::",
    "::1",
    "fe80::1%eth0",
    "fc00::1",
    "ff02::1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "2001:db8::1",
    "::ffff:10.0.0.1",
    "::127.0.0.1",
    "nonsense",
  ])("is not %s", (address) => expect(isPublicIp(address)).toBe(false));
});
