import { once } from "node:events";
import type { AddressInfo } from "node:net";
import express from "express";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { type Access, route } from "#shared/api/contract.ts";
import { JobResult } from "#shared/api/schemas.ts";
import { tabHeader } from "#shared/api/tab-header.ts";
import type { LiveEvent } from "#shared/events/contract.ts";
import { uncachedCatalogue } from "#server/pubsub/catalogue-version.ts";
import type { PubSub } from "#server/pubsub/live.ts";
import type { Services } from "#server/services.ts";
import { bindRoutes } from "./bind-contract.ts";
import { createErrorHandler } from "./error-handler.ts";
import { forbidden } from "./problem.ts";

const open = (access: Access) =>
  route({
    method: "GET",
    path: `/${access}`,
    access,
    summary: "x",
    unwatched: "A test",
    response: z.object({ name: z.string() }),
  });

const contracts = {
  forAuthors: open("author"),
  forEmployees: open("employee"),
  forAdmins: open("admin"),
  any: route({ ...open("guest"), path: "/things/:id" }),
  literal: route({ ...open("guest"), path: "/things/latest" }),
  broken: route({ ...open("guest"), path: "/broken" }),
  change: route({
    method: "PUT",
    path: "/change/:way",
    access: "guest",
    summary: "x",
    changes: ["library", "review"],
    params: z.object({ way: z.string() }),
    response: z.object({ name: z.string() }),
  }),
  leave: route({ ...open("guest"), path: "/leave", response: JobResult }),
  greet: route({
    ...open("reader"),
    access: "reader",
    path: "/greetings/:name",
    params: z.object({ name: z.string() }),
  }),
};

const people: Readonly<Record<string, object>> = {
  reader: {},
  author: { isAuthor: true },
  employee: { isEmployee: true },
  admin: { isAdmin: true },
};

/** Employees are always in their staff session. */
const staffSession = [{ seenAt: new Date(), hasSecondFactor: false }];
const db = { select: () => ({ from: () => ({ leftJoin: () => ({ where: async () => staffSession }) }) }) };

const published: { readonly userId: string; readonly event: LiveEvent }[] = [];
let baseUrl = "";
let stop = () => {};

beforeAll(async () => {
  const routes = bindRoutes(contracts, {
    forAuthors: () => ({ name: "authors" }),
    forEmployees: () => ({ name: "employees" }),
    forAdmins: () => ({ name: "admins" }),
    any: () => ({ name: "any" }),
    literal: () => ({ name: "literal", passwordHash: "never" }),
    broken: () => ({ nothing: true }) as never,
    change: (_context, { params }) => {
      if (params.way === "refused") throw forbidden();
      return { name: params.way };
    },
    leave: () => {},
    greet: ({ user }, { params }) => ({ name: `${params.name} from ${user.id}` }),
  });
  const settings = { rateLimitFactor: 1, trustedProxies: "" };
  const publish = async (userId: string, event: LiveEvent) => void published.push({ userId, event });
  const live = { catalogue: uncachedCatalogue, publish } as unknown as PubSub;
  const services = { settings, live, db, clock: () => new Date() } as unknown as Services;
  const app = express().use((req, _res, next) => {
    const known = people[String(req.headers["x-as"])];
    if (known) Object.assign(req, { user: { id: "1", ...known }, sessionID: "here" });
    next();
  });
  app.use(routes(services), createErrorHandler(pino({ level: "silent" })));
  const server = app.listen(0, "127.0.0.1");
  await once(server, "listening");
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  stop = () => server.close();
});
afterAll(() => stop());

const get = (path: string, as = "guest") => fetch(baseUrl + path, { headers: { "x-as": as } });

describe("access levels", () => {
  test.each([
    ["author", { guest: 401, reader: 403, author: 200, employee: 403, admin: 403 }],
    ["employee", { guest: 401, reader: 403, author: 403, employee: 200, admin: 200 }],
    ["admin", { guest: 401, reader: 403, author: 403, employee: 403, admin: 200 }],
  ] as const)("of %s admits users by role", async (access, expected) => {
    const statuses: Record<string, number> = {};
    for (const role of Object.keys(expected)) statuses[role] = (await get(`/${access}`, role)).status;

    expect(statuses).toEqual(expected);
  });
});

test("literal paths come first, and only declared fields are returned", async () => {
  expect(await (await get("/things/latest")).json()).toEqual({ name: "literal" });
  expect(await (await get("/things/7")).json()).toEqual({ name: "any" });
});

test("a handler gets its context and its input, and returning nothing is done", async () => {
  expect(await (await get("/greetings/Amina", "reader")).json()).toEqual({ name: "Amina from 1" });
  expect(await (await get("/leave")).json()).toEqual({ done: true });
});

test("a write tells its caller's tabs what it changed, once it has succeeded", async () => {
  const change = (way: string, headers: Record<string, string>) =>
    fetch(`${baseUrl}/change/${way}`, { method: "PUT", headers });
  await change("refused", { "x-as": "reader" });
  await change("by-guest", {});
  expect(published).toEqual([]);

  await change("from-tab", { "x-as": "reader", [tabHeader]: "tab-1" });
  await change("from-script", { "x-as": "reader", [tabHeader]: "no tab" });

  const topics = ["library", "review"];
  expect(published).toEqual([
    { userId: "1", event: { topics, origin: "tab-1" } },
    { userId: "1", event: { topics } },
  ]);
});

test("a reply that violates its contract is a server error without its content", async () => {
  const reply = await get("/broken");

  expect(reply.status).toBe(500);
  expect(await reply.json()).toEqual({ code: "internal", message: "Something went wrong." });
});
