import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { Instant, JobResult, line } from "#shared/api/schemas.ts";
import { Password } from "./password.ts";
import { SecondFactorCode } from "./two-factor-contract.ts";
import { User } from "./user.ts";

const Base64Url = z.string().check(z.regex(/^[\w-]{1,2000}$/));

export const maxPasskeys = 20;

export const Passkey = z.object({
  id: Base64Url,
  name: z.string(),
  /** Synchronized by its provider to other devices. */
  isSynced: z.boolean(),
  createdAt: Instant,
  lastUsedAt: z.nullable(Instant),
});
export type Passkey = z.infer<typeof Passkey>;

/** Options for `navigator.credentials`, as JSON of the WebAuthn specification. */
const Options = z.object({ options: z.record(z.string(), z.unknown()) });

/** A credential of the browser, as JSON; verified by the WebAuthn library. */
const Credential = z.looseObject({
  id: Base64Url,
  rawId: Base64Url,
  type: z.literal("public-key"),
  response: z.looseObject({ clientDataJSON: z.string().check(z.maxLength(4_000)) }),
  clientExtensionResults: z.looseObject({}),
});

export const passkeysContract = {
  listPasskeys: route({
    method: "GET",
    path: "/api/auth/passkeys",
    access: "reader",
    summary: "The user's passkeys",
    reads: ["credential"],
    response: z.object({ passkeys: z.array(Passkey) }),
  }),

  startPasskey: route({
    method: "POST",
    path: "/api/auth/passkeys/options",
    access: "reader",
    budget: "sign-in",
    summary: "Starts adding a passkey",
    unchanged: "Makes a challenge for the browser",
    errors: ["forbidden", "conflict"],
    body: z.strictObject({
      password: Password,
      /** Required with two-step verification. */
      code: z.optional(SecondFactorCode),
    }),
    response: Options,
  }),

  addPasskey: route({
    method: "POST",
    path: "/api/auth/passkeys",
    access: "reader",
    budget: "sign-in",
    summary: "Adds the passkey that the browser created",
    changes: ["credential"],
    errors: ["conflict"],
    body: z.strictObject({ name: line(60), credential: Credential }),
    response: Passkey,
  }),

  deletePasskey: route({
    method: "POST",
    path: "/api/auth/passkeys/:passkeyId/remove",
    access: "reader",
    budget: "sign-in",
    summary: "Removes a passkey",
    changes: ["credential"],
    params: z.strictObject({ passkeyId: Base64Url }),
    body: z.strictObject({ password: Password }),
    response: JobResult,
  }),

  startPasskeySignIn: route({
    method: "POST",
    path: "/api/auth/passkey-sign-in/options",
    access: "guest",
    budget: "sign-in",
    summary: "Starts a sign-in with a passkey",
    unchanged: "Makes a challenge for the browser",
    response: Options,
  }),

  /** Needs no second factor: the device verifies the user. */
  signInWithPasskey: route({
    method: "POST",
    path: "/api/auth/passkey-sign-in",
    access: "guest",
    budget: "sign-in",
    summary: "Signs in with a passkey",
    unchanged: "Entering the session empties the cache",
    errors: ["unauthenticated", "forbidden"],
    body: z.strictObject({
      credential: Credential,
      rememberMe: z.optional(z.boolean()),
      isStaff: z.optional(z.boolean()),
    }),
    response: z.object({ user: User }),
  }),
};
