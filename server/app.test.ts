import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import express from "express";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { Problem } from "#shared/api/problem.ts";
import { createErrorHandler } from "./http/api/error-handler.ts";
import { setHijriShift, setProductName } from "./http/pages/html-template.ts";
import { serveClient } from "./http/pages/static-files.ts";
import { getContentDisposition, setSecurityHeaders } from "./http/security/security-headers.ts";
import { sendBytes } from "./testing/peers/browser.ts";
import { createSessionCookie } from "./testing/session-cookie.ts";
import { test } from "./testing/test.ts";
import { startTestApp, type TestApp } from "./testing/test-app.ts";

const json = { "content-type": "application/json" };

describe("an unknown URL", () => {
  test.for(["/api/nowhere", "/api/", "/covers/x", "/api/books/x/nowhere"])(
    "such as %s is a 404 in the one shape",
    async (url, { app }) => {
      const reply = await app.fetch(url);

      expect(reply.status).toBe(404);
      expect(Problem.parse(await reply.json()).code).toBe("not_found");
    },
  );

  test.for(["/api/%", "/api/books/%FF", "/api/books/%00", "/covers/%00"])(
    "such as %s is refused",
    async (url, { app }) => {
      const { status, text } = await sendBytes(app.baseUrl + url, {});

      expect([400, 404]).toContain(status);
      expect(Problem.safeParse(JSON.parse(text)).success).toBe(true);
    },
  );
});

describe("a URL with a NUL character", () => {
  test.for(["/%00", "/browse?search=%00", "/book/%00"])(
    "such as %s is left to the pages",
    async (url, { app }) => {
      expect(await (await app.fetch(url)).text()).not.toContain("cannot be read");
    },
  );

  test("of the optimized reader shows a page", async ({ app }) => {
    for (const url of ["/optimized-reader?bookId=%00", "/optimized-reader/?bookId=%00"]) {
      const reply = await app.fetch(url, { headers: { Accept: "text/html" } });

      expect(reply.status).toBe(404);
      expect(await reply.text()).toContain("This book was not found");
    }
  });
});

describe("every API response", () => {
  test("forbids framing, sniffing and caching", async ({ app }) => {
    const { headers } = await app.fetch("/api/auth/options");

    expect(Object.fromEntries(headers)).toMatchObject({
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": "strict-origin-when-cross-origin",
      "content-type": "application/json; charset=utf-8",
    });
    for (const name of [
      "x-powered-by",
      "server",
      "access-control-allow-origin",
      "strict-transport-security",
    ]) {
      expect(headers.has(name)).toBe(false);
    }
  });

  test("has a request id", async ({ app }) => {
    const reply = await app.fetch("/api/nowhere", { headers: { "X-Request-Id": "chosen-by-the-client" } });

    const id = reply.headers.get("x-request-id");
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(await reply.json()).toMatchObject({ code: "not_found", requestId: id });
  });
});

describe("a request that changes data", () => {
  const change = (app: TestApp, headers: Record<string, string>, body = '{"email":"a@example.org"}') =>
    sendBytes(`${app.baseUrl}/api/auth/forgot`, {
      method: "POST",
      headers: { ...json, "content-length": String(Buffer.byteLength(body)), ...headers },
      body,
    });

  test.for([{ origin: "http://localhost" }, { "sec-fetch-site": "same-origin" }, {}])(
    "passes with %o",
    async (headers, { app }) => {
      expect((await change(app, headers as Record<string, string>)).status).toBe(200);
    },
  );

  test.for([
    { origin: "http://evil.example" },
    { origin: "null" },
    { origin: "http://localhost.evil.example" },
    { origin: "http://localhost:1" },
    { origin: "https://localhost" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "none" },
    { referer: "http://evil.example/" },
  ])("is refused with %o", async (headers, { app }) => {
    const { status, text } = await change(app, headers as unknown as Record<string, string>);

    expect([status, JSON.parse(text).code]).toEqual([403, "forbidden"]);
  });

  test.for([
    "application/x-www-form-urlencoded",
    "text/plain",
    "multipart/form-data; boundary=b",
    "application/json; charset=utf-16",
    "application/json; charset=utf-99",
    "application/json;;;=",
    "application/xml",
  ])("is refused as %s", async (type, { app }) => {
    expect((await change(app, { "content-type": type })).status).toBe(415);
  });

  test("is rejected when compressed", async ({ app }) => {
    expect((await change(app, { "content-encoding": "gzip" })).status).toBe(415);
  });

  test.for(['{"a":', "nonsense", `${"[".repeat(40)}${"]".repeat(40)}`, "\u0000"])(
    "is refused when its body is %j",
    async (body, { app }) => {
      expect((await change(app, {}, body)).status).toBe(400);
    },
  );

  test("is rejected when too large, with a response", async ({ app }) => {
    const { status, text } = await change(app, {}, JSON.stringify({ email: "x".repeat(1_200_000) }));

    expect([status, JSON.parse(text).code]).toEqual([413, "too_large"]);
  });

  test("is answered with a slash at the end of its path, whatever body its operation reads", async ({
    app,
  }) => {
    const reply = await app.fetch("/api/memberships/webhook/", {
      method: "POST",
      headers: json,
      body: "{}",
      signal: AbortSignal.timeout(5_000),
    });

    expect(reply.status).toBe(404);
  });

  test("is rejected without a required body", async ({ app }) => {
    expect((await change(app, {}, "")).status).toBe(400);
  });
});

test("TRACE does not echo the request", async ({ app }) => {
  const { status, text } = await sendBytes(`${app.baseUrl}/`, {
    method: "TRACE",
    headers: { "x-canary": "bird" },
  });

  expect(status).toBe(404);
  expect(text).not.toContain("bird");
});

describe("a lost database", () => {
  test("answers requests with a session with 503, not as for a guest", async () => {
    const app = await startTestApp();
    const user = await app.make.user();
    const cookie = await createSessionCookie(app.services, user);
    app.clearCaches();
    await app.services.db.execute("alter table sessions rename to gone");
    const response = await app.fetch("/api/auth/user", { headers: { Cookie: cookie } });

    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
    expect((await response.json()).code).toBe("unavailable");
    await app.stop();
  });
});

describe("over HTTPS", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ isHttps: true, origins: ["https://books.example.org"] });
  });
  afterAll(() => app.stop());

  test("the cookie has the __Host- prefix on any connection", async () => {
    const body = JSON.stringify({ email: "first@example.org", password: "a lantern at dusk" });

    const reply = await app.fetch("/api/auth/signin", { method: "POST", headers: json, body });

    const [device, session] = reply.headers.getSetCookie();
    expect(session).toMatch(/^__Host-sid=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect(device).toMatch(/^__Host-devices=.*; Path=\/; .*; HttpOnly; Secure; SameSite=Lax$/);
    expect(reply.headers.get("strict-transport-security")).toMatch(/^max-age=63072000/);
  });
});

describe("the client", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "maktaba-client-"));
  let baseUrl = "";
  let stop = () => {};
  beforeAll(async () => {
    mkdirSync(path.join(folder, "assets"));
    const page = '<!doctype html><meta name="application-name" content="Maktaba" /><title>Maktaba</title>';
    writeFileSync(path.join(folder, "index.html"), page);
    writeFileSync(path.join(folder, "sw.js"), "");
    writeFileSync(path.join(folder, "assets", "app-1234.js"), "plain");
    writeFileSync(path.join(folder, "assets", "app-1234.js.br"), "small");
    writeFileSync(path.join(folder, "assets", "app-1234.js.map"), '{"mappings":""}');
    const settings = {
      origins: ["http://localhost:5000", "http://127.0.0.1:5000"],
      productName: "Nūr & Co",
      isHttps: false,
    };
    const app = express()
      .use(setSecurityHeaders(settings))
      .use(serveClient(settings as never, folder, async () => null));
    app.use(createErrorHandler(pino({ level: "silent" })));
    const server = app.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    baseUrl = `http://127.0.0.1:${port}`;
    stop = () => server.close();
  });
  afterAll(() => {
    stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test("is one page for every screen URL, with the operator's name", async () => {
    const reply = await fetch(`${baseUrl}/book/7`);

    expect(reply.headers.get("cache-control")).toBe("no-cache");
    expect(await reply.text()).toBe(
      '<!doctype html><meta name="application-name" content="Nūr &#38; Co" /><title>Nūr &#38; Co</title>',
    );
    const known = { "if-none-match": reply.headers.get("etag") ?? "" };
    const again = await sendBytes(`${baseUrl}/`, { headers: known });
    expect(again.status).toBe(304);
  });

  test("allows scripts of its own assets only, and no form submission elsewhere", async () => {
    const getPolicy = async (url: string) =>
      (await fetch(baseUrl + url)).headers.get("content-security-policy") ?? "";

    const home = await getPolicy("/");
    const reader = await getPolicy("/read/7");

    expect(home).toContain("script-src http://localhost:5000/assets/ http://127.0.0.1:5000/assets/;");
    expect(home).toContain("form-action 'self'");
    for (const url of ["/%72ead/7", "/READ/7", "/read/7/", "/nowhere"])
      expect(await getPolicy(url)).toBe(reader);
    expect(reader).toContain("form-action 'none'");
    expect((await fetch(`${baseUrl}/read/7`)).headers.get("referrer-policy")).toBe("no-referrer");
  });

  test("may be framed by no other site, while WebKit shows the documents of a book", async () => {
    for (const url of ["/", "/read/7", "/whisper-sync-demo"]) {
      const { headers } = await fetch(baseUrl + url);

      expect(headers.get("x-frame-options")).toBe("DENY");
      expect(headers.get("content-security-policy")).toMatch(/(^|; )frame-ancestors 'self'(;|$)/);
    }
  });

  test("revalidates the service worker", async () => {
    const { headers } = await fetch(`${baseUrl}/sw.js`);

    expect(Object.fromEntries(headers)).toMatchObject({
      "cache-control": "no-cache",
      "content-type": "text/javascript; charset=utf-8",
      "content-security-policy": "default-src 'none'; connect-src 'self'",
    });
  });

  test("caches assets immutably and compresses them", async () => {
    const plain = await sendBytes(`${baseUrl}/assets/app-1234.js`, {});
    const small = await sendBytes(`${baseUrl}/assets/app-1234.js`, {
      headers: { "accept-encoding": "gzip, br" },
    });

    expect(plain.text).toBe("plain");
    expect([small.text, small.headers.get("content-encoding")]).toEqual(["small", "br"]);
    expect(small.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(small.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  });

  test.for([
    "/assets/gone-00000000.js",
    "/assets/app-1234.js.map",
    "/assets/",
    "/assets/../index.html",
    "/assets/%2e%2e/index.html",
  ])("replies to %s with a 404 that is not a page", async (url) => {
    const reply = await sendBytes(baseUrl + url, {});

    expect(reply.status).toBe(404);
    expect(reply.headers.get("content-type")).toBe("application/json; charset=utf-8");
  });
});

test("the page contains the Hijri shift of the operator", () => {
  const page = "<head><title>x</title></head>";

  expect(setHijriShift(page, 0)).toBe(page);
  expect(setHijriShift(page, -1)).toBe('<head><title>x</title><meta name="hijri-shift" content="-1"></head>');
});

test("a name with hostile characters is escaped", () => {
  const page = '<title>x</title><meta name="application-name" content="x">';

  expect(setProductName(page, `"><script>$&</script>`)).toBe(
    '<title>&#34;&#62;&#60;script&#62;$&#38;&#60;/script&#62;</title><meta name="application-name" content="&#34;&#62;&#60;script&#62;$&#38;&#60;/script&#62;">',
  );
});

test.for([
  [
    'a"; filename="b.html',
    `attachment; filename="a__ filename=_b.html"; filename*=UTF-8''a_%3B%20filename%3D_b.html`,
  ],
  ["a\r\nX: 1", `attachment; filename="a_X_ 1"; filename*=UTF-8''a_X_%201`],
  ["../../etc/passwd", `attachment; filename=".._.._etc_passwd"; filename*=UTF-8''.._.._etc_passwd`],
  ["كتاب", `attachment; filename="_"; filename*=UTF-8''%D9%83%D8%AA%D8%A7%D8%A8`],
] as const)("a download named %j is offered safely", ([name, header]) => {
  expect(getContentDisposition(name)).toBe(header);
});

test("a client that disconnects in the middle of a body is handled", async ({ app }) => {
  const { port } = new URL(app.baseUrl);
  for (let n = 0; n < 20; n++) {
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), "127.0.0.1", () => {
        socket.write(
          `POST /api/auth/signin HTTP/1.1\r\nHost: x\r\nX-Id: ${randomUUID()}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a`,
        );
        socket.end();
      });
      socket.on("error", () => {});
      socket.on("close", () => resolve());
      socket.resume();
    });
  }

  expect((await app.fetch("/api/auth/options")).status).toBe(200);
});
