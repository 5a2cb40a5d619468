import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { getRequestId } from "./request-id.ts";

const made = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const request = (id: string) =>
  ({ headers: { "x-request-id": id }, socket: { remoteAddress: "10.0.0.1" } }) as unknown as IncomingMessage;
const isProxy = (ip: string) => ip === "10.0.0.1";

test("the id of a trusted proxy is taken over", () => {
  expect(getRequestId(request("7f3c9a1e-proxy_1"), isProxy)).toBe("7f3c9a1e-proxy_1");
});

test("others cannot choose the id", () => {
  expect(getRequestId(request("7f3c9a1e-proxy_1"), () => false)).toMatch(made);
});

test.each(["short", "a".repeat(65), 'with "quotes"', "line\nbreak", "<script>", ""])(
  "%o is replaced",
  (id) => {
    expect(getRequestId(request(id), isProxy)).toMatch(made);
  },
);
