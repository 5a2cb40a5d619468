import { authorsContract } from "#shared/authors/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { editAuthorPage, getAuthorPage } from "./author-page.ts";
import { approve, decline } from "./review-application.ts";
import { apply, getMyApplication, listApplications } from "./service.ts";

export const authorsRoutes = bindRoutes(authorsContract, {
  getAuthorPage: (_input, { user, ...services }) => getAuthorPage(services, user),
  editAuthorPage: ({ body }, { user, ...services }) => editAuthorPage(services, user, body),
  getMyApplication: (_input, { user, ...services }) => getMyApplication(services, user.id),
  apply: ({ body }, { user, ...services }) => apply(services, user, body),
  listApplications: ({ query }, services) => listApplications(services, query),
  approveApplication: ({ params }, { user, ...services }) => approve(services, user.id, params.applicationId),
  declineApplication: ({ params, body }, { user, ...services }) =>
    decline(services, user.id, params.applicationId, body.reason),
});
