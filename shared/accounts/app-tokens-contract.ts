import * as z from "zod/mini";
import { appScopes } from "#shared/api/app-scopes.ts";
import { route } from "#shared/api/contract.ts";
import { Instant, JobResult, line } from "#shared/api/schemas.ts";
import { Password } from "./password.ts";
import { SecondFactorCode } from "./two-factor-contract.ts";

export const maxAppTokens = 50;

const AppScopes = z.array(z.enum(appScopes));

export const AppToken = z.object({
  id: z.uuid(),
  name: z.string(),
  scopes: AppScopes,
  createdAt: Instant,
  /** Accurate to five minutes. */
  lastUsedAt: z.nullable(Instant),
});
export type AppToken = z.infer<typeof AppToken>;

export const appTokensContract = {
  listAppTokens: route({
    method: "GET",
    path: "/api/auth/app-tokens",
    access: "reader",
    summary: "The user's tokens for other apps, newest first",
    reads: ["credential"],
    response: z.object({
      tokens: z.array(AppToken),
      /** Whether the operator turned on the sync of Kobo devices. */
      hasKoboSync: z.boolean(),
    }),
  }),

  createAppToken: route({
    method: "POST",
    path: "/api/auth/app-tokens",
    access: "reader",
    budget: "sign-in",
    summary: "Creates a token for another app; the email must be verified",
    changes: ["credential"],
    errors: ["forbidden", "conflict"],
    body: z.strictObject({
      name: line(60),
      scopes: AppScopes.check(z.minLength(1), z.maxLength(appScopes.length)),
      password: Password,
      /** Required with two-step verification. */
      code: z.optional(SecondFactorCode),
    }),
    response: z.object({
      token: AppToken,
      /** Shown once: only its hash is stored. A Bearer token, or the password of Basic authentication. */
      secret: z.string(),
    }),
  }),

  deleteAppToken: route({
    method: "DELETE",
    path: "/api/auth/app-tokens/:tokenId",
    access: "reader",
    summary: "Revokes a token",
    changes: ["credential"],
    params: z.strictObject({ tokenId: z.uuid() }),
    response: JobResult,
  }),
};
