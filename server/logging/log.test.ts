import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { runOperation } from "#server/tracing/operation.ts";
import { createLog, getAreaLog, openDestination } from "./log.ts";
import { parseLogLevels } from "./log-levels.ts";

function capture(levels: string) {
  const lines: Record<string, unknown>[] = [];
  const parsed = parseLogLevels(levels);
  if (!parsed) throw new Error(`${levels} are no levels`);
  return { log: createLog(parsed, { write: (line) => void lines.push(JSON.parse(line)) }), lines };
}

test("areas have their own levels", () => {
  const { log, lines } = capture("info,http=warn, jobs=debug");

  log.debug("no");
  log.info("1");
  getAreaLog(log, "http").info("no");
  getAreaLog(log, "http").warn("2");
  getAreaLog(log, "jobs").debug("3");
  getAreaLog(getAreaLog(log, "jobs"), "http").info("no");
  getAreaLog(getAreaLog(log, "jobs"), "auth").info("4");

  expect(lines.map(({ msg, area }) => [msg, area])).toEqual([
    ["1", undefined],
    ["2", "http"],
    ["3", "jobs"],
    ["4", "auth"],
  ]);
});

test.runIf(existsSync("/dev/full"))("a full disk does not end the process", () => {
  const log = createLog({ default: "info", areas: {} }, openDestination("/dev/full"));

  expect(() => {
    for (let line = 0; line < 3; line++) log.info("x".repeat(600_000));
  }).not.toThrow();
});

test.each([
  "",
  "loud",
  "http=warn",
  "info,mail=warn",
  "info,http=loud",
  "info,http",
  "info,http=warn,http=info",
])("%o are no levels", (text) => expect(parseLogLevels(text)).toBeNull());

test("lines have the id of their request, also after waiting", async () => {
  const { log, lines } = capture("info");

  await Promise.all(
    ["a", "b"].map((id) =>
      runOperation({ logged: { id } }, async () => {
        await new Promise(setImmediate);
        log.info({ once: id }, id);
        log.info("again");
      }),
    ),
  );
  log.info("outside");

  expect(lines.map(({ msg, id, once }) => [msg, id, once])).toEqual([
    ["a", "a", "a"],
    ["again", "a", undefined],
    ["b", "b", "b"],
    ["again", "b", undefined],
    ["outside", undefined, undefined],
  ]);
});
