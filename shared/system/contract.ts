import * as z from "zod/mini";
import { route, stream } from "#shared/api/contract.ts";

export const systemContract = {
  getHealth: route({
    method: "GET",
    path: "/healthz",
    access: "guest",
    summary: "Liveness",
    unwatched: "For monitoring",
    response: z.object({ status: z.literal("alive") }),
  }),

  /** 503 while the server starts or stops, or when a dependency is missing. */
  getReadiness: route({
    method: "GET",
    path: "/readyz",
    access: "guest",
    summary: "Readiness: database, storage and migrations",
    unwatched: "For monitoring",
    response: z.object({
      status: z.literal("ready"),
      database: z.literal("reachable"),
      /** `full`: books can be read, and nothing can be uploaded. */
      storage: z.enum(["writable", "full"]),
      migrations: z.int(),
    }),
  }),
};

export const systemStreams = {
  getOpenApi: stream({
    method: "GET",
    path: "/api/openapi.json",
    access: "guest",
    summary: "This document",
    produces: "application/json",
  }),
  getDocs: stream({
    method: "GET",
    path: "/api/docs",
    access: "guest",
    summary: "This document as HTML",
    produces: "text/html",
  }),
};
