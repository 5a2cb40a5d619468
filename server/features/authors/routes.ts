import { authorsContract } from "#shared/authors/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { editAuthorPage, getAuthorPage } from "./author-page.ts";
import * as review from "./review-application.ts";
import { apply, getMyApplication, listApplications } from "./service.ts";

export const authorsRoutes = bindRoutes(
  authorsContract,
  {
    apply,
    editAuthorPage,
    getAuthorPage,
    getMyApplication,
    listApplications,
    ...review,
  },
  { fromReplica: ["listApplications"] },
);
