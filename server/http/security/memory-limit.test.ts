import type { Request, Response } from "express";
import { expect, test } from "vitest";
import type { Services } from "#server/services.ts";
import { limitByBudget } from "./rate-limit.ts";

test("counters in memory are dropped one by one, the oldest first", () => {
  const services = { settings: { rateLimitFactor: 2 } } as Services;
  const limit = limitByBudget(services, "message");
  const res = { setHeader() {} } as unknown as Response;
  const send = (id: string) => void limit({ user: { id } } as unknown as Request, res);
  for (let n = 0; n < 99_999; n++) send(`reader ${n}`);
  for (let n = 0; n < 40; n++) send("sender");
  expect(() => send("sender")).toThrow("Too many attempts");

  send("another reader");

  expect(() => send("sender")).toThrow("Too many attempts");
});
