import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { Instant } from "#shared/api/schemas.ts";
import { Password } from "./password.ts";

export const DataExport = z.object({
  id: z.uuid(),
  status: z.enum(["waiting", "ready", "failed"]),
  requestedAt: Instant,
  expiresAt: z.nullable(Instant),
});
export type DataExport = z.infer<typeof DataExport>;

export const ownDataContract = {
  requestExport: route({
    method: "POST",
    path: "/api/user/export",
    access: "reader",
    budget: "export",
    summary: "Requests a data export; requires the password",
    changes: ["export"],
    body: z.strictObject({ password: Password }),
    response: DataExport,
  }),

  listExports: route({
    method: "GET",
    path: "/api/user/export",
    access: "reader",
    summary: "The user's data exports",
    reads: ["export"],
    response: z.array(DataExport),
  }),

  /** The account is deleted after 14 days unless the user signs in. */
  deleteAccount: route({
    method: "POST",
    path: "/api/user/delete",
    access: "reader",
    budget: "sign-in",
    summary: "Requests account deletion in 14 days; requires the password",
    unchanged: "Leaving the session empties the cache",
    errors: ["conflict"],
    body: z.strictObject({ password: Password }),
    response: z.object({ deletedAt: Instant }),
  }),
};
