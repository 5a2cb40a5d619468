import type * as z from "zod/mini";
import type { AppScope } from "./app-scopes.ts";
import type { ProblemCode } from "./problem.ts";
import type { Topic } from "./topics.ts";

/** `publisher` is an author or a member of staff. */
export type Access = "guest" | "reader" | "author" | "publisher" | "employee" | "admin";

/** The rate limit of a route; the numbers are in `server/http/security/rate-limit.ts`. */
export type Budget =
  | "read"
  | "search"
  | "write"
  | "activity"
  | "sign-in"
  | "sign-up"
  | "mail"
  | "export"
  | "import"
  | "upload"
  | "redeem"
  | "report"
  | "content-report"
  | "friend"
  | "message"
  | "share"
  | "typing"
  | "picture"
  | "app"
  | "opds";

type Schema = z.ZodMiniType;

interface OperationContract {
  readonly path: `/${string}`;
  readonly access: Access;
  /** One sentence for the OpenAPI document. */
  readonly summary: string;
  /** By default `read` for GET, `write` for others. */
  readonly budget?: Budget;
  /** Of the tokens that may call it; without it, it refuses all tokens of other apps. */
  readonly scope?: AppScope;
  readonly errors?: readonly ProblemCode[];
  readonly params?: Schema;
  readonly query?: Schema;
}

type SomeTopics = readonly [Topic, ...Topic[]];

/** What the reply of a GET shows, or why it is not followed. */
type Reads =
  | { readonly method: "GET"; readonly reads: SomeTopics }
  | { readonly method: "GET"; readonly unwatched: string };

/** What a write changes for its caller, or why nothing that a query shows. */
type Changes =
  | {
      readonly method: WriteMethod;
      readonly changes: SomeTopics;
      /** The service publishes them, because others get the same event or many changes are grouped. */
      readonly isAnnouncedByService?: true;
    }
  | { readonly method: WriteMethod; readonly unchanged: string };

type WriteMethod = "POST" | "PUT" | "PATCH" | "DELETE";

/** A JSON route, shared by client and server. */
export type RouteContract = JsonContract & (Reads | Changes);

interface JsonContract extends OperationContract {
  readonly body?: Schema;
  /** A multipart form with one file named `file` instead of JSON. */
  readonly upload?: { readonly maxBytes: number };
  /** The unparsed body instead of JSON, for signatures. */
  readonly raw?: { readonly maxBytes: number };
  /** Raw `audio/*` bytes instead of JSON. */
  readonly audio?: { readonly maxBytes: number };
  readonly response: Schema;
  /** Of its JSON, in both directions; `application/json` by default. */
  readonly mediaType?: string;
  /** The property of a page that has its rows. */
  readonly rows?: string;
  /** What identifies a row, if it has no `id`. */
  rowKey?(row: never): string;
  /**
   * The callers who get the same reply for a URL until the catalogue changes: it is encoded once and sent
   * with an ETag. Only for replies that depend on the catalogue alone and are read from the database each
   * time.
   */
  readonly sameFor?: "everyone" | "guests";
}

/** A route that returns bytes, a page or a redirect; its handler writes the response. */
export interface StreamContract extends OperationContract {
  readonly method: "GET" | "HEAD" | "PATCH" | "POST";
  /** Accepted from any origin, as a form and without a cookie: a token in the path is the authority. */
  readonly oneClick?: true;
  /** Part of the tus protocol; the body of a PATCH is `application/offset+octet-stream`. */
  readonly tus?: true;
  /** The media type of the response, such as `audio/*`. */
  readonly produces: string;
  /** Success statuses other than 200 with descriptions, for the OpenAPI document. */
  readonly answers?: Readonly<Record<number, string>>;
}

/** The contracts of a feature by name: `{ getPosition, savePosition }`. */
export type FeatureContract = Readonly<Record<string, RouteContract>>;

/** The streaming routes of a feature by name. */
export type FeatureStreams = Readonly<Record<string, StreamContract>>;

type Part = "params" | "query" | "body";

export type InputOf<C> = {
  [P in Part as C extends Readonly<Record<P, Schema>> ? P : never]: C extends Readonly<Record<P, infer S>>
    ? z.output<S>
    : never;
} & (C extends { readonly upload: object } ? { readonly file: Blob } : unknown) &
  (C extends { readonly audio: object } ? { readonly audio: Blob } : unknown) &
  (C extends { readonly raw: object } ? { readonly raw: Uint8Array } : unknown);

export type ReplyOf<C extends RouteContract> = z.output<C["response"]>;

/** The topics that a reply shows. */
export const getReads = (contract: RouteContract): readonly Topic[] =>
  "reads" in contract ? contract.reads : [];

/** The topics that a call changes for its caller. */
export const getChanges = (contract: RouteContract): readonly Topic[] =>
  "changes" in contract ? contract.changes : [];

export function route<const C extends RouteContract>(contract: C): C {
  return contract;
}

export function stream<const C extends StreamContract>(contract: C): C {
  return contract;
}
