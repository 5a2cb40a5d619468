import { auditContract, auditStreams } from "#shared/staff/audit.ts";
import { staffCatalogueContract } from "#shared/staff/catalogue.ts";
import { countChecksContract } from "#shared/staff/count-checks.ts";
import { mergesContract } from "#shared/staff/merges.ts";
import { recordsContract } from "#shared/staff/records.ts";
import { staffUsersContract } from "#shared/staff/users.ts";
import { bindRoutes, bindStreams } from "#server/http/api/bind-contract.ts";
import { exportAudit, listAudit } from "./audit/audit.ts";
import * as catalogue from "./catalogue.ts";
import { listCountChecks } from "./counts/check-counts.ts";
import * as merges from "./merges/merges.ts";
import * as records from "./records.ts";
import { createResetLink } from "./reset-links.ts";
import * as users from "./users.ts";

export const staffUsersRoutes = bindRoutes(
  staffUsersContract,
  { ...users, createResetLink },
  { fromReplica: ["listUsers"] },
);

export const recordsRoutes = bindRoutes(recordsContract, records, {
  fromReplica: ["listMessages", "listOutbox"],
});

export const staffCatalogueRoutes = bindRoutes(staffCatalogueContract, catalogue, {
  fromReplica: ["listManagedGenres", "listManagedTropes", "listContributors"],
});
export const mergesRoutes = bindRoutes(mergesContract, merges, { fromReplica: ["listMerges"] });
export const auditRoutes = bindRoutes(auditContract, { listAudit }, { fromReplica: ["listAudit"] });
export const auditStreamRoutes = bindStreams(auditStreams, { exportAudit });
export const countChecksRoutes = bindRoutes(countChecksContract, { listCountChecks });
