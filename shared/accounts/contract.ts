import * as z from "zod/mini";
import { route, stream } from "#shared/api/contract.ts";
import { Instant, JobResult, line, prose } from "#shared/api/schemas.ts";
import { appTokensContract } from "./app-tokens-contract.ts";
import { ownDataContract } from "./data-export-contract.ts";
import { passkeysContract } from "./passkeys-contract.ts";
import { Password } from "./password.ts";
import { Proof } from "./proof.ts";
import { sessionContract } from "./session-contract.ts";
import { SecondFactorCode, twoFactorContract } from "./two-factor-contract.ts";
import { User, UserId } from "./user.ts";

const Email = z.string().check(z.trim(), z.maxLength(254), z.email());
const Username = z
  .string()
  .check(
    z.trim(),
    z.normalize("NFC"),
    z.minLength(2),
    z.maxLength(30),
    z.regex(/^(?=[_.-]*[\p{L}\p{N}])[\p{L}\p{N}_.-]+$/u),
  );
const Token = z.string().check(z.regex(/^[\w-]{20,100}$/));

/** Invalid optional names are ignored at sign-in. */
const ignoreInvalid = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined);

const Credentials = z.strictObject({
  email: Email,
  password: Password,
  /** JSON of a challenge and its solution, where one is required. */
  proof: z.optional(Proof),
  rememberMe: z.optional(z.boolean()),
  firstName: z.optional(line(60)),
  lastName: z.optional(line(60)),
  username: z.optional(Username),
});

export const SignedInUser = z.object({ user: User, isNew: z.boolean() });
export type SignedInUser = z.infer<typeof SignedInUser>;

export const SessionInfo = z.object({
  /** Identifies the session without being its secret. */
  id: z.string(),
  /** Such as "Chrome/Android" (`toDevice`); "Chrome on Android" of earlier versions. */
  device: z.string(),
  /** A truncated IP address, such as "192.0.2.0/24". */
  network: z.string(),
  createdAt: Instant,
  lastSeenAt: Instant,
  isCurrent: z.boolean(),
});
export type SessionInfo = z.infer<typeof SessionInfo>;

export const accountsContract = {
  ...sessionContract,
  ...twoFactorContract,
  ...passkeysContract,
  ...appTokensContract,

  getSignInOptions: route({
    method: "GET",
    path: "/api/auth/options",
    access: "guest",
    summary: "The sign-in options of this server",
    reads: ["site-settings"],
    response: z.object({
      productName: z.string(),
      /** `closed`: nobody can create an account. */
      registration: z.enum(["open", "closed"]),
      registersOnSignIn: z.boolean(),
      /** A sign-up needs the solution of `getProofOfWork`. */
      requiresSignUpChallenge: z.boolean(),
      passwordMinLength: z.int(),
      /** Without a mail server, operators create the links that would be emailed. */
      sendsEmail: z.boolean(),
      /** The name of the OpenID provider; empty for none. */
      providerName: z.string(),
    }),
  }),

  /** For sign-ups where they need one, and for sign-ins after many failures. */
  getProofOfWork: route({
    method: "GET",
    path: "/api/auth/challenge",
    access: "guest",
    budget: "search",
    summary: "A proof-of-work challenge (ALTCHA), as JSON",
    unwatched: "New for each call",
    response: z.object({ challenge: z.string() }),
  }),

  signUp: route({
    method: "POST",
    path: "/api/auth/signup",
    access: "guest",
    budget: "sign-up",
    summary: "Creates an account and signs in",
    unchanged: "Entering the session empties the cache",
    errors: ["conflict"],
    body: z.extend(Credentials, {
      firstName: line(60),
      lastName: line(60),
      username: Username,
    }),
    response: SignedInUser,
  }),

  signIn: route({
    method: "POST",
    path: "/api/auth/signin",
    access: "guest",
    budget: "sign-in",
    summary: "Signs in; registers unknown emails where the server allows it",
    unchanged: "Entering the session empties the cache",
    errors: ["unauthenticated", "forbidden", "conflict"],
    body: z.extend(Credentials, {
      isStaff: z.optional(z.boolean()),
      /** Required for accounts with two-step verification. */
      code: z.optional(SecondFactorCode),
      firstName: ignoreInvalid(line(60)),
      lastName: ignoreInvalid(line(60)),
      username: ignoreInvalid(Username),
    }),
    response: SignedInUser,
  }),

  undoRegistration: route({
    method: "POST",
    path: "/api/auth/undo-registration",
    access: "reader",
    summary: "Deletes the unused account that this session created by signing in, and signs out",
    unchanged: "Deletes an account that is not signed in",
    errors: ["conflict"],
    response: JobResult,
  }),

  signOut: route({
    method: "POST",
    path: "/api/auth/logout",
    access: "guest",
    summary: "Ends this session",
    unchanged: "Leaving the session empties the cache",
    response: JobResult,
  }),

  changePassword: route({
    method: "POST",
    path: "/api/auth/change-password",
    access: "reader",
    budget: "sign-in",
    summary: "Changes the password and ends all other sessions",
    changes: ["session"],
    body: z.strictObject({ currentPassword: Password, newPassword: Password }),
    response: JobResult,
  }),

  forgotPassword: route({
    method: "POST",
    path: "/api/auth/forgot",
    access: "guest",
    budget: "mail",
    summary: "Emails a password reset link",
    unchanged: "Sends an email",
    body: z.strictObject({ email: Email }),
    response: JobResult,
  }),

  resetPassword: route({
    method: "POST",
    path: "/api/auth/reset",
    access: "guest",
    budget: "sign-in",
    summary: "Resets the password with a token and ends all sessions",
    unchanged: "Ends the sessions of the account, whose browsers are told",
    errors: ["conflict"],
    body: z.strictObject({ token: Token, newPassword: Password }),
    response: JobResult,
  }),

  verifyEmail: route({
    method: "POST",
    path: "/api/auth/verify-email",
    access: "guest",
    budget: "sign-in",
    summary: "Confirms an email address with a token",
    changes: ["session"],
    errors: ["conflict"],
    body: z.strictObject({ token: Token }),
    response: JobResult,
  }),

  changeEmail: route({
    method: "POST",
    path: "/api/auth/change-email",
    access: "reader",
    budget: "mail",
    summary: "Emails a link to a new address; requires the password",
    unchanged: "Sends an email",
    body: z.strictObject({ email: Email, password: Password }),
    response: JobResult,
  }),

  confirmEmailChange: route({
    method: "POST",
    path: "/api/auth/change-email/confirm",
    access: "guest",
    budget: "sign-in",
    summary: "Changes the email address with a token",
    changes: ["session"],
    errors: ["conflict"],
    body: z.strictObject({ token: Token }),
    response: JobResult,
  }),

  resendVerification: route({
    method: "POST",
    path: "/api/auth/verify-email/resend",
    access: "reader",
    budget: "mail",
    summary: "Resends the confirmation email",
    unchanged: "Sends an email",
    response: JobResult,
  }),

  listSessions: route({
    method: "GET",
    path: "/api/auth/sessions",
    access: "reader",
    summary: "The user's active sessions",
    reads: ["session"],
    response: z.array(SessionInfo),
  }),

  endSession: route({
    method: "DELETE",
    path: "/api/auth/sessions/:sessionId",
    access: "reader",
    summary: "Signs out one device",
    changes: ["session"],
    params: z.strictObject({ sessionId: z.string().check(z.regex(/^[\w-]{8,64}$/)) }),
    response: JobResult,
  }),

  endOtherSessions: route({
    method: "POST",
    path: "/api/auth/sessions/end-others",
    access: "reader",
    summary: "Signs out all other devices",
    changes: ["session"],
    response: JobResult,
  }),

  updateProfile: route({
    method: "PATCH",
    path: "/api/user/profile",
    access: "reader",
    summary: "Updates the user's names and bio",
    changes: ["session", "profile"],
    errors: ["conflict"],
    body: z.strictObject({
      firstName: z.optional(line(60)),
      lastName: z.optional(z.union([z.literal(""), line(60)])),
      username: z.optional(Username),
      bio: z.optional(prose(1000)),
    }),
    response: User,
  }),

  updatePicture: route({
    method: "PUT",
    path: "/api/user/picture",
    access: "reader",
    summary: "Replaces the profile picture; it is re-encoded without metadata",
    changes: ["session", "profile"],
    upload: { maxBytes: 10_000_000 },
    response: User,
  }),

  deletePicture: route({
    method: "DELETE",
    path: "/api/user/picture",
    access: "reader",
    summary: "Deletes the profile picture",
    changes: ["session", "profile"],
    response: User,
  }),

  ...ownDataContract,
};

export const accountsStreams = {
  startLogin: stream({
    method: "GET",
    path: "/api/login",
    access: "guest",
    summary: "Redirects to the OpenID provider or the sign-in screen",
    answers: { 303: "Redirects to the sign-in screen or the OpenID provider" },
    query: z.object({ returnTo: z.optional(z.string()) }),
    produces: "text/html",
  }),
  finishLogin: stream({
    method: "GET",
    path: "/api/login/callback",
    access: "guest",
    summary: "The OpenID Connect callback",
    answers: { 303: "Redirects home or to the sign-in screen" },
    query: z.looseObject({}),
    produces: "text/html",
  }),
  logout: stream({
    method: "GET",
    path: "/api/logout",
    access: "guest",
    summary: "Signs out on navigation; otherwise shows a sign-out button",
    answers: { 303: "Signed out; redirects home" },
    produces: "text/html",
  }),
  getPicture: stream({
    method: "GET",
    path: "/pictures/:userId/:file",
    access: "guest",
    summary: "A profile picture",
    params: z.strictObject({ userId: UserId, file: z.string().check(z.regex(/^[0-9a-f]{32}\.webp$/)) }),
    produces: "image/webp",
  }),
  getExport: stream({
    method: "GET",
    path: "/api/user/export/:exportId",
    access: "reader",
    summary: "A data export file",
    params: z.strictObject({ exportId: z.uuid() }),
    produces: "application/zip",
  }),
};
