import type { Request, Response } from "express";
import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { createErrorHandler } from "./error-handler.ts";

test("a deadlock is a 503 to retry, and is logged", () => {
  const log = pino({ level: "silent" });
  const logged = vi.spyOn(log, "error");
  const json = vi.fn();
  const status = vi.fn(() => ({ json }));
  const setHeader = vi.fn();
  const error = new Error("Failed query", {
    cause: Object.assign(new Error("deadlock detected"), { code: "40P01" }),
  });

  createErrorHandler(log)(
    error,
    { id: "1", originalUrl: "/api/books" } as Request,
    { headersSent: false, setHeader, status } as unknown as Response,
    () => {},
  );

  expect(status).toHaveBeenCalledWith(503);
  expect(setHeader).toHaveBeenCalledWith("Retry-After", "5");
  expect(json).toHaveBeenCalledWith(expect.objectContaining({ code: "unavailable" }));
  expect(logged).toHaveBeenCalledOnce();
});
