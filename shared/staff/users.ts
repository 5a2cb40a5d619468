import * as z from "zod/mini";
import { UserId } from "#shared/accounts/user.ts";
import { route } from "#shared/api/contract.ts";
import { Cursor, Instant, JobResult, prose, queryInt, rawText } from "#shared/api/schemas.ts";

/** An account as staff see it: never what the person reads, writes or notes. */
export const StaffUser = z.object({
  id: UserId,
  name: z.string(),
  username: z.string(),
  /** Shown to admins; null for employees. */
  email: z.nullable(z.string()),
  emailVerified: z.boolean(),
  isAuthor: z.boolean(),
  isEmployee: z.boolean(),
  isAdmin: z.boolean(),
  createdAt: Instant,
  /** The last request of a session that still exists; null for none. */
  lastSeenAt: z.nullable(Instant),
  supporterUntil: z.nullable(Instant),
  suspendedUntil: z.nullable(Instant),
  suspendedReason: z.string(),
  deletionRequestedAt: z.nullable(Instant),
  /** Whether the caller may act on this account. */
  canManage: z.boolean(),
});
export type StaffUser = z.infer<typeof StaffUser>;

export const userFilters = ["authors", "staff", "supporters", "suspended", "unverified"] as const;

const userParams = z.strictObject({ userId: UserId });

export const staffUsersContract = {
  listUsers: route({
    method: "GET",
    path: "/api/admin/users",
    access: "employee",
    budget: "search",
    summary: "Accounts, newest first",
    reads: ["user"],
    query: z.strictObject({
      search: z.optional(rawText(200)),
      filter: z.optional(z.enum(userFilters)),
      limit: queryInt(1, 100),
      cursor: z.optional(Cursor),
    }),
    rows: "users",
    response: z.object({ users: z.array(StaffUser), total: z.int(), nextCursor: z.nullable(Cursor) }),
  }),

  suspendUser: route({
    method: "PUT",
    path: "/api/admin/users/:userId/suspension",
    access: "employee",
    summary: "Suspends an account until a date; its sessions and push messages end immediately",
    changes: ["user"],
    params: userParams,
    body: z.strictObject({ until: Instant, reason: prose(500).check(z.minLength(10)) }),
    response: StaffUser,
  }),

  liftSuspension: route({
    method: "DELETE",
    path: "/api/admin/users/:userId/suspension",
    access: "employee",
    summary: "Ends a suspension",
    changes: ["user"],
    params: userParams,
    response: StaffUser,
  }),

  endSessions: route({
    method: "DELETE",
    path: "/api/admin/users/:userId/sessions",
    access: "employee",
    summary: "Signs an account out everywhere",
    changes: ["user"],
    params: userParams,
    response: JobResult,
  }),

  sendVerification: route({
    method: "POST",
    path: "/api/admin/users/:userId/verification",
    access: "employee",
    budget: "export",
    summary: "Sends the confirmation email again",
    changes: ["user"],
    errors: ["conflict"],
    params: userParams,
    response: JobResult,
  }),

  setRoles: route({
    method: "PUT",
    path: "/api/admin/users/:userId/roles",
    access: "admin",
    budget: "sign-in",
    summary: "Grants and revokes roles; requires the admin's password",
    changes: ["user"],
    errors: ["conflict"],
    params: userParams,
    body: z.strictObject({
      isAuthor: z.boolean(),
      isEmployee: z.boolean(),
      isAdmin: z.boolean(),
      password: z.string().check(z.maxLength(200)),
    }),
    response: StaffUser,
  }),

  grantMembership: route({
    method: "POST",
    path: "/api/admin/users/:userId/membership",
    access: "admin",
    summary: "Grants months of the supporter plan",
    changes: ["user"],
    params: userParams,
    body: z.strictObject({ months: z.int().check(z.gte(1), z.lte(120)) }),
    response: StaffUser,
  }),

  /** For sites that send no email. */
  createResetLink: route({
    method: "POST",
    path: "/api/admin/users/:userId/reset-link",
    access: "admin",
    budget: "sign-in",
    summary: "Creates a link to set a new password and notifies the owner; requires the admin's password",
    unchanged: "Makes a link that staff send",
    errors: ["conflict"],
    params: userParams,
    body: z.strictObject({ password: z.string().check(z.maxLength(200)) }),
    response: z.object({ link: z.string() }),
  }),

  deleteUser: route({
    method: "POST",
    path: "/api/admin/users/:userId/deletion",
    access: "admin",
    budget: "sign-in",
    summary: "Deletes an account immediately; requires the admin's password",
    changes: ["user"],
    errors: ["conflict"],
    params: userParams,
    body: z.strictObject({ password: z.string().check(z.maxLength(200)) }),
    response: JobResult,
  }),
};
