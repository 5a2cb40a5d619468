import { once } from "node:events";
import type { AddressInfo } from "node:net";
import express from "express";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { type Access, route } from "#shared/api/contract.ts";
import { JobResult } from "#shared/api/schemas.ts";
import { uncachedCatalogue } from "#server/pubsub/catalogue-version.ts";
import type { PubSub } from "#server/pubsub/live.ts";
import type { Services } from "#server/services.ts";
import { bindRoutes } from "./bind-contract.ts";
import { createErrorHandler } from "./error-handler.ts";

const open = (access: Access) =>
  route({
    method: "GET",
    path: `/${access}`,
    access,
    summary: "x",
    response: z.object({ name: z.string() }),
  });

const contracts = {
  forAuthors: open("author"),
  forEmployees: open("employee"),
  forAdmins: open("admin"),
  any: route({ ...open("guest"), path: "/things/:id" }),
  literal: route({ ...open("guest"), path: "/things/latest" }),
  broken: route({ ...open("guest"), path: "/broken" }),
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

/** Without a database: employees are always in their staff session. */
vi.mock("#server/http/session/staff-session-queries.ts", () => ({
  findStaffSession: async () => ({ seenAt: new Date(), hasSecondFactor: false }),
  touchStaff: async () => {},
}));

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
    leave: () => {},
    greet: ({ user }, { params }) => ({ name: `${params.name} from ${user.id}` }),
  });
  const settings = { rateLimitFactor: 1, trustedProxies: "" };
  const live = { catalogue: uncachedCatalogue } as PubSub;
  const services = { settings, live, clock: () => new Date() } as Services;
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

test("a reply that violates its contract is a server error without its content", async () => {
  const reply = await get("/broken");

  expect(reply.status).toBe(500);
  expect(await reply.json()).toEqual({ code: "internal", message: "Something went wrong." });
});
