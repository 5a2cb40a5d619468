import * as z from "zod/mini";
import type { InputOf, ReplyOf, RouteContract } from "./contract.ts";
import { Problem } from "./problem.ts";

/** A response outside 2xx. `message` reads `404: …` (ADR 61). */
export class CallError extends Error {
  override readonly name = "CallError";
  readonly status: number;
  readonly problem: Problem | undefined;

  constructor(status: number, body: string) {
    super(`${status}: ${body}`);
    this.status = status;
    this.problem = Problem.safeParse(parseJson(body)).data;
  }
}

export interface CallOptions {
  readonly baseUrl?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Lets the request outlive the page; for the last save before it closes. */
  readonly keepalive?: boolean;
  /** Receives the response headers, such as `Link`. */
  readonly onHeaders?: (headers: Headers) => void;
}

/**
 * Sends a request as ADR 61 says: with cookies, form data and bytes unchanged,
 * other bodies as JSON.
 *
 * @throws {CallError} for a status outside 2xx
 */
export async function request(
  method: string,
  url: string,
  body?: unknown,
  { headers, onHeaders, ...options }: Omit<CallOptions, "baseUrl"> = {},
): Promise<unknown> {
  const isForm = typeof FormData !== "undefined" && body instanceof FormData;
  const isJson = body !== undefined && !isForm && !(body instanceof Blob);
  const response = await fetch(url, {
    ...options,
    method,
    credentials: "include",
    headers: { ...headers, ...(isJson && { "Content-Type": "application/json" }) },
    ...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as FormData | Blob) }),
  });

  onHeaders?.(response.headers);
  const text = await response.text();
  if (!response.ok) throw new CallError(response.status, text || response.statusText);
  return parseJson(text);
}

/**
 * Calls a contracted route.
 *
 * @throws {CallError} for a status outside 2xx
 */
export async function call<C extends RouteContract>(
  contract: C,
  input: InputOf<C>,
  { baseUrl = "", ...options }: CallOptions = {},
): Promise<ReplyOf<C>> {
  const { body, file, audio } = input as { body?: unknown; file?: Blob; audio?: Blob };
  const sent = audio ?? (file ? toFormData(file) : contract.body && encode(contract.body, body));
  const reply = await request(contract.method, baseUrl + getUrl(contract, input), sent, options);
  return decodeReply(contract, reply);
}

export function decodeReply<C extends RouteContract>(contract: C, reply: unknown): ReplyOf<C> {
  return z.parse(contract.response, reply) as ReplyOf<C>;
}

/** The form for a route with an upload. */
export function toFormData(file: Blob): FormData {
  const form = new FormData();
  form.set("file", file);
  return form;
}

function encode(schema: z.ZodMiniType, value: unknown): unknown {
  try {
    return z.encode(schema, value as never);
  } catch {
    return value;
  }
}

type Fields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** The URL of a call, with path parameters and query. */
export function getUrl(
  contract: Pick<RouteContract, "path" | "params" | "query">,
  input: { params?: unknown; query?: unknown },
): string {
  const params = contract.params && (encode(contract.params, input.params) as Fields);
  const query = contract.query && (encode(contract.query, input.query ?? {}) as Fields);
  return fillPath(contract.path, params) + toQueryString(query);
}

function fillPath(path: string, params: Fields = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

function toQueryString(query: Fields = {}): string {
  const definedFields = Object.entries(query).flatMap(([key, value]) =>
    value == null ? [] : [[key, String(value)]],
  );
  return definedFields.length ? `?${new URLSearchParams(definedFields)}` : "";
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
