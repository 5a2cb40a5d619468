import type * as z from "zod/mini";
import type { ProblemCode } from "./problem.ts";

export type Access = "guest" | "reader" | "author" | "employee" | "admin";

/** The rate limit of a route; the numbers are in `server/http/security/rate-limit.ts`. */
export type Budget = "read" | "search" | "write" | "sign-in" | "sign-up" | "mail" | "export" | "import";

type Schema = z.ZodMiniType;

interface Described {
  readonly path: `/${string}`;
  readonly access: Access;
  /** One sentence for the API document. */
  readonly summary: string;
  /** Left out: `read` for GET, `write` for the rest. */
  readonly budget?: Budget;
  readonly errors?: readonly ProblemCode[];
  readonly params?: Schema;
  readonly query?: Schema;
}

/** One HTTP route that speaks JSON, described once and read by both sides. */
export interface RouteContract extends Described {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly body?: Schema;
  /** A multipart form with one file named `file` instead of JSON. */
  readonly upload?: { readonly maxBytes: number };
  /** Raw `audio/*` bytes instead of JSON. */
  readonly sound?: { readonly maxBytes: number };
  readonly response: Schema;
}

/** One GET route whose answer is bytes, a page or a redirect: described for the API document, answered by hand. */
export interface StreamContract extends Described {
  readonly method: "GET";
  /** The media type of the answer, such as `audio/*`. */
  readonly produces: string;
  /** Successes other than 200, by status, in a few words; for the API document. */
  readonly answers?: Readonly<Record<number, string>>;
}

/** The contracts of one feature, by the name of the act: `{ getPosition, savePosition }`. */
export type FeatureContract = Readonly<Record<string, RouteContract>>;

/** The byte routes of one feature, by the name of what they serve. */
export type FeatureStreams = Readonly<Record<string, StreamContract>>;

type Part = "params" | "query" | "body";

export type InputOf<C> = {
  [P in Part as C extends Readonly<Record<P, Schema>> ? P : never]: C extends Readonly<Record<P, infer S>>
    ? z.output<S>
    : never;
} & (C extends { readonly upload: object } ? { readonly file: Blob } : unknown) &
  (C extends { readonly sound: object } ? { readonly sound: Blob } : unknown);

export type ReplyOf<C extends RouteContract> = z.output<C["response"]>;

export function route<const C extends RouteContract>(contract: C): C {
  return contract;
}

export function stream<const C extends StreamContract>(contract: C): C {
  return contract;
}
