import type * as z from "zod/mini";
import type { ProblemCode } from "./problem.ts";

/** Who may call a route, weakest first. The server enforces it before the handler runs. */
export type Access = "guest" | "reader" | "author" | "employee" | "admin";

/** Which of the server's request budgets a route draws on; its figures stand in `server/http/security/rate-limit.ts`. */
export type Budget = "read" | "search" | "write" | "sign-in" | "sign-up" | "mail" | "export" | "import";

type Schema = z.ZodMiniType;

interface Described {
  readonly path: `/${string}`;
  readonly access: Access;
  /** One sentence for the API document. */
  readonly summary: string;
  /** Left out: `read` for GET, `write` for the rest. */
  readonly budget?: Budget;
  /** How it may fail besides what follows from access, method and input; for the API document. */
  readonly errors?: readonly ProblemCode[];
  readonly params?: Schema;
  readonly query?: Schema;
}

/** One HTTP route that speaks JSON, described once and read by both sides. */
export interface RouteContract extends Described {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly body?: Schema;
  /** It takes a form with one file, named `file`, in place of JSON: a small picture or sound. */
  readonly upload?: { readonly maxBytes: number };
  /** Its body is the bytes of a sound, as `audio/*`, in place of JSON. */
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

/** What a caller sends and a handler receives: only the parts the contract names. */
export type InputOf<C> = {
  [P in Part as C extends Readonly<Record<P, Schema>> ? P : never]: C extends Readonly<Record<P, infer S>>
    ? z.output<S>
    : never;
} & (C extends { readonly upload: object } ? { readonly file: Blob } : unknown) &
  (C extends { readonly sound: object } ? { readonly sound: Blob } : unknown);

/** What a handler returns and a caller receives. */
export type ReplyOf<C extends RouteContract> = z.output<C["response"]>;

/** Declares a JSON route, keeping its literal types. */
export function route<const C extends RouteContract>(contract: C): C {
  return contract;
}

/** Declares a byte route, keeping its literal types. */
export function stream<const C extends StreamContract>(contract: C): C {
  return contract;
}
