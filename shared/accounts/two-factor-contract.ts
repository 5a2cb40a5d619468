import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { JobResult } from "#shared/api/schemas.ts";
import { Password } from "./password.ts";
import { User } from "./user.ts";

/** Six digits of an authenticator app, or a recovery code; spaces and dashes are ignored. */
export const SecondFactorCode = z.string().check(z.trim(), z.minLength(6), z.maxLength(20));

const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const twoFactorContract = {
  getTwoFactor: route({
    method: "GET",
    path: "/api/auth/two-factor",
    access: "reader",
    summary: "Whether two-step verification is on",
    reads: ["credential"],
    response: z.object({
      isOn: z.boolean(),
      /** The staff area stays closed without it. */
      isRequired: z.boolean(),
      recoveryCodesLeft: z.int(),
    }),
  }),

  /** Nothing changes before `confirmTwoFactor`. */
  setUpTwoFactor: route({
    method: "POST",
    path: "/api/auth/two-factor/setup",
    access: "reader",
    budget: "sign-in",
    summary: "Creates the key for an authenticator app; the email must be verified",
    unchanged: "Takes effect when it is confirmed",
    errors: ["forbidden", "conflict"],
    body: z.strictObject({ password: Password }),
    response: z.object({
      /** Base32. */
      secret: z.string(),
      /** `otpauth://`, for the QR code. */
      uri: z.string(),
    }),
  }),

  confirmTwoFactor: route({
    method: "POST",
    path: "/api/auth/two-factor/confirm",
    access: "reader",
    budget: "sign-in",
    summary: "Turns two-step verification on and ends all other sessions",
    changes: ["credential", "session"],
    errors: ["conflict"],
    body: z.strictObject({ code: SecondFactorCode }),
    response: RecoveryCodes,
  }),

  renewRecoveryCodes: route({
    method: "POST",
    path: "/api/auth/two-factor/recovery-codes",
    access: "reader",
    budget: "sign-in",
    summary: "Replaces the recovery codes",
    changes: ["credential", "session"],
    errors: ["conflict"],
    body: z.strictObject({ password: Password, code: SecondFactorCode }),
    response: RecoveryCodes,
  }),

  turnOffTwoFactor: route({
    method: "POST",
    path: "/api/auth/two-factor/off",
    access: "reader",
    budget: "sign-in",
    summary: "Turns two-step verification off",
    changes: ["credential", "session"],
    body: z.strictObject({ password: Password, code: SecondFactorCode }),
    response: JobResult,
  }),

  /** The end of a sign-in with a provider. */
  finishSignIn: route({
    method: "POST",
    path: "/api/auth/second-factor",
    access: "guest",
    budget: "sign-in",
    summary: "Finishes a sign-in with the second factor",
    unchanged: "Entering the session empties the cache",
    errors: ["unauthenticated", "forbidden"],
    body: z.strictObject({ code: SecondFactorCode }),
    response: z.object({ user: User, returnTo: z.string() }),
  }),
};
