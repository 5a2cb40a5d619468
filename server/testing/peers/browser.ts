import { request } from "node:http";
import * as z from "zod/mini";
import { accountsContract, type SignedInUser } from "#shared/accounts/contract.ts";
import type { InputOf, ReplyOf, RouteContract } from "#shared/api/contract.ts";
import { CallError, getUrl, toFormData } from "#shared/api/http-client.ts";
import type { TestApp } from "#server/testing/test-app.ts";

export type Browser = ReturnType<typeof openBrowser>;

interface RequestOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

interface RawResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export function openBrowser({ baseUrl }: Pick<TestApp, "baseUrl">, origin = "http://localhost") {
  const cookies = new Map<string, string>();

  async function send(
    path: string,
    { method = "GET", headers = {}, body }: RequestOptions = {},
  ): Promise<RawResponse> {
    const response = await sendBytes(baseUrl + path, {
      method,
      headers: {
        ...(cookies.size > 0 && { cookie: [...cookies].map((pair) => pair.join("=")).join("; ") }),
        ...(method !== "GET" && { origin, "content-length": String(Buffer.byteLength(body ?? "")) }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    });
    for (const line of response.headers.getSetCookie()) saveCookie(cookies, line);
    return response;
  }

  async function call<C extends RouteContract>(contract: C, input: InputOf<C>): Promise<ReplyOf<C>> {
    const { body, file } = input as { body?: unknown; file?: Blob };
    const { status, text } = await send(getUrl(contract, input), {
      method: contract.method,
      ...(file && (await toFormBytes(file))),
      ...(contract.body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
    if (status >= 300) throw new CallError(status, text);
    return z.parse(contract.response, JSON.parse(text)) as ReplyOf<C>;
  }

  return {
    cookies,
    send,
    call,
    signIn: (email: string, password: string, rememberMe = false): Promise<SignedInUser> =>
      call(accountsContract.signIn, { body: { email, password, rememberMe } }),
  };
}

/** Sends a raw request: `fetch` would set its own `Sec-Fetch-Mode` and normalize the path. */
export function sendBytes(url: string, { body, ...options }: RequestOptions): Promise<RawResponse> {
  const { hostname, port } = new URL(url);
  const path = url.slice(url.indexOf("/", "http://".length));
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, path, agent: false, ...options }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("end", () => {
        const headers = new Headers();
        for (const [name, values] of Object.entries(incoming.headersDistinct)) {
          for (const value of values ?? []) headers.append(name, value);
        }
        resolve({ status: incoming.statusCode ?? 0, headers, text: Buffer.concat(chunks).toString() });
      });
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

/** A form as browsers encode it. */
async function toFormBytes(file: Blob) {
  const form = new Response(toFormData(file));
  return {
    body: Buffer.from(await form.arrayBuffer()),
    headers: { "content-type": form.headers.get("content-type") ?? "" },
  };
}

function saveCookie(cookies: Map<string, string>, line: string): void {
  const [pair = ""] = line.split(";");
  const [name = "", value = ""] = pair.split(/=(.*)/s);
  if (value === "" || /expires=thu, 01 jan 1970/i.test(line)) cookies.delete(name);
  else cookies.set(name, value);
}
