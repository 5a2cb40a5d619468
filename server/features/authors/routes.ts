import { authorsContract } from "#shared/authors/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { editAuthorPage, getAuthorPage } from "./author-page.ts";
import { approve, decline } from "./review-application.ts";
import { apply, getMyApplication, listApplications } from "./service.ts";

export const authorsRoutes = bindRoutes(authorsContract, {
  getAuthorPage: ({ user, ...services }) => getAuthorPage(services, user),
  editAuthorPage: ({ user, ...services }, { body }) => editAuthorPage(services, user, body),
  getMyApplication: ({ user, ...services }) => getMyApplication(services, user.id),
  apply: ({ user, ...services }, { body }) => apply(services, user, body),
  listApplications: (services, { query }) => listApplications(services, query),
  approveApplication: ({ user, ...services }, { params }) => approve(services, user.id, params.applicationId),
  declineApplication: ({ user, ...services }, { params, body }) =>
    decline(services, user.id, params.applicationId, body.reason),
});
