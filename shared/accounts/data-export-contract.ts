import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { Instant } from "#shared/api/schemas.ts";
import { Password } from "./password.ts";

export const DataExport = z.object({
  id: z.uuid(),
  status: z.enum(["waiting", "ready", "failed"]),
  requestedAt: Instant,
  /** Seven days after it was made. */
  expiresAt: z.nullable(Instant),
});
export type DataExport = z.infer<typeof DataExport>;

/** Taking one's data away, and one's account. */
export const ownDataContract = {
  requestExport: route({
    method: "POST",
    path: "/api/user/export",
    access: "reader",
    budget: "export",
    summary: "Gathers all one's data into a file; asks for the password again",
    body: z.strictObject({ password: Password }),
    response: DataExport,
  }),

  listExports: route({
    method: "GET",
    path: "/api/user/export",
    access: "reader",
    summary: "The exports that were asked for",
    response: z.array(DataExport),
  }),

  /** The account goes after 14 days; signing in again before that keeps it. */
  deleteAccount: route({
    method: "POST",
    path: "/api/user/delete",
    access: "reader",
    budget: "sign-in",
    summary: "Deletes the account after 14 days; asks for the password again",
    errors: ["conflict"],
    body: z.strictObject({ password: Password }),
    response: z.object({ deletedAt: Instant }),
  }),
};
