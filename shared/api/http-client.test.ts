import { afterEach, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { route } from "./contract.ts";
import { CallError, call, request } from "./http-client.ts";

afterEach(() => vi.unstubAllGlobals());

function stubFetch(...replies: readonly Response[]) {
  const waiting = [...replies];
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => waiting.shift() ?? new Response("null"));
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

test.each([
  ["the body", new Response("The book is locked.", { status: 403 }), "403: The book is locked."],
  [
    "the status text without one",
    new Response("", { status: 502, statusText: "Bad Gateway" }),
    "502: Bad Gateway",
  ],
])("a refusal's message is its status, a colon, a space and %s", async (_, reply, message) => {
  stubFetch(reply);

  await expect(request("GET", "/api/books")).rejects.toThrow(new CallError(reply.status, message.slice(5)));
  expect(new CallError(reply.status, message.slice(5)).message).toBe(message);
});

test("every call includes cookies, and sends JSON or form data", async () => {
  const fetched = stubFetch();
  const form = new FormData();

  await request("GET", "/a");
  await request("POST", "/b", { one: 1 });
  await request("PUT", "/c", form);

  const sent = fetched.mock.calls.map(([, { credentials, headers, body }]) => ({
    credentials,
    headers,
    body,
  }));
  expect(sent).toEqual([
    { credentials: "include", headers: {}, body: undefined },
    { credentials: "include", headers: { "Content-Type": "application/json" }, body: '{"one":1}' },
    { credentials: "include", headers: {}, body: form },
  ]);
});

test("a contract's file is sent as form data named `file`", async () => {
  const fetched = stubFetch(Response.json({ done: true }));
  const upload = route({
    method: "PUT",
    path: "/api/picture",
    access: "reader",
    summary: "A picture",
    unchanged: "A test",
    upload: { maxBytes: 10 },
    response: z.object({ done: z.boolean() }),
  });

  await call(upload, { file: new Blob(["me"]) });

  const form = fetched.mock.calls[0]?.[1].body as FormData;
  expect(await (form.get("file") as Blob).text()).toBe("me");
});

test("invalid input is sent for the server to report", async () => {
  const problem = {
    code: "invalid_input",
    message: "Please check.",
    fields: { email: { code: "email_invalid" } },
  };
  const fetched = stubFetch(Response.json(problem, { status: 400 }));
  const write = route({
    method: "POST",
    path: "/api/messages/:id",
    access: "guest",
    summary: "A message",
    unchanged: "A test",
    params: z.object({ id: z.uuid() }),
    body: z.object({ email: z.email(), name: z.string().check(z.maxLength(3)) }),
    response: z.null(),
  });

  const sending = call(write, { params: { id: "a/b" }, body: { email: "nobody", name: "Amina" } });

  await expect(sending).rejects.toMatchObject({ status: 400, problem });
  expect(fetched.mock.calls[0]?.[0]).toBe("/api/messages/a%2Fb");
  expect(fetched.mock.calls[0]?.[1].body).toBe('{"email":"nobody","name":"Amina"}');
});
