import { subjectsContract } from "#shared/subjects/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { decideSubject, listSubjects } from "./service.ts";

export const subjectsRoutes = bindRoutes(
  subjectsContract,
  { listSubjects, decideSubject },
  { fromReplica: ["listSubjects"] },
);
