import type { Request, Response } from "express";
import { describe, expect, test } from "vitest";
import { ProblemError } from "#server/http/api/problem.ts";
import { createCsrfProtection } from "./csrf-protection.ts";

const at = (path: string) => (req: Pick<Request, "path">) => req.path === path;
const protect = createCsrfProtection(
  { origins: ["https://books.example"] },
  at("/form"),
  at("/audio"),
  at("/chunk"),
  at("/one-click"),
);

/** The code of the refusal; "passes" for none. */
function check(path: string, headers: Record<string, string>, method = "POST"): string {
  let result = "";
  try {
    protect({ method, path, headers } as unknown as Request, {} as Response, () => {
      result = "passes";
    });
  } catch (error) {
    result = error instanceof ProblemError ? error.code : String(error);
  }
  return result;
}

const origin = "https://books.example";
const form = "application/x-www-form-urlencoded";
const json = "application/json";

describe("a request that changes data", () => {
  test.each([
    [{ "content-type": json, origin }, "passes"],
    [{ "content-type": json, origin, referer: "https://books.example/page" }, "passes"],
    [{ "content-type": json, origin, referer: "https://evil.example/" }, "forbidden"],
    [{ "content-type": json, origin: "https://evil.example", "sec-fetch-site": "same-origin" }, "forbidden"],
    [{ "content-type": json, "sec-fetch-site": "cross-site" }, "forbidden"],
    [{ "content-type": json, referer: "not a URL" }, "forbidden"],
    [{ "content-type": `${json}; charset="UTF-8" ` }, "passes"],
    [{ "content-type": `${json}x` }, "unsupported_type"],
    [{ "content-type": `x${json}` }, "unsupported_type"],
    [{}, "passes"],
    [{ "content-length": "0" }, "passes"],
    [{ "content-length": "1" }, "unsupported_type"],
    [{ "transfer-encoding": "chunked" }, "unsupported_type"],
  ])("with %o: %s", (headers, expected) => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      expect(check("/any", headers as Record<string, string>, method)).toBe(expected);
    }
  });

  test.each([
    ["/form", { "content-type": "multipart/form-data", origin }, "passes"],
    ["/form", { "content-type": "multipart/form-data", "sec-fetch-site": "same-origin" }, "passes"],
    ["/form", { "content-type": "multipart/form-data" }, "unsupported_type"],
    ["/form", { "content-type": "multipart/form-data", origin: "https://evil.example" }, "forbidden"],
    ["/audio", { "content-type": "audio/mpeg" }, "passes"],
    ["/audio", { "content-type": json }, "passes"],
    ["/audio", {}, "passes"],
    ["/audio", { "content-type": form }, "unsupported_type"],
    ["/chunk", { "content-type": form }, "passes"],
    ["/chunk", { "content-type": form, origin: "https://evil.example" }, "forbidden"],
    ["/one-click", { "content-type": form, origin: "https://mail.example" }, "passes"],
    ["/api/auth/logout", { "content-type": form, "content-length": "0", origin }, "passes"],
    ["/api/auth/logout", { "content-type": form, "content-length": "1", origin }, "unsupported_type"],
    ["/api/auth/logout", { "content-type": form, "content-length": "0" }, "unsupported_type"],
    ["/any", { "content-type": form, "content-length": "0", origin }, "unsupported_type"],
  ])("to %s with %o: %s", (path, headers, expected) => {
    expect(check(path, headers as Record<string, string>)).toBe(expected);
  });
});

test.each(["GET", "HEAD", "OPTIONS"])("%s is not checked", (method) => {
  expect(check("/any", { origin: "https://evil.example" }, method)).toBe("passes");
});

test("other methods are unknown", () => {
  expect(check("/any", { origin }, "PROPFIND")).toBe("not_found");
});
