import { authorsContract } from "#shared/authors/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { editAuthorPage, getAuthorPage } from "./author-page.ts";
import { approve, decline } from "./review-application.ts";
import { apply, getMyApplication, listApplications } from "./service.ts";

export const authorsRoutes = bindRoutes(authorsContract, {
  apply,
  editAuthorPage,
  getAuthorPage,
  getMyApplication,
  listApplications: (context, { query }) => listApplications(context, query),
  approveApplication: (context, { params }) => approve(context, context.user.id, params.applicationId),
  declineApplication: (context, { params, body }) =>
    decline(context, context.user.id, params.applicationId, body.reason),
});
