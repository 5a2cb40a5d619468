import { coauthorsContract } from "#shared/publishing/coauthors.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { answerInvitation, listCoauthors, listInvitations, removeCoauthor, saveCoauthor } from "./service.ts";

export const coauthorsRoutes = bindRoutes(coauthorsContract, {
  listCoauthors: ({ user, ...services }, { params }) => listCoauthors(services, user, params.bookId),
  saveCoauthor: ({ user, ...services }, { params, body }) =>
    saveCoauthor(services, user, params, body.canEdit),
  removeCoauthor: ({ user, ...services }, { params }) => removeCoauthor(services, user, params),
  listInvitations: ({ user, ...services }) => listInvitations(services, user),
  answerInvitation: ({ user, ...services }, { params, body }) =>
    answerInvitation(services, user, params.bookId, body.accepts),
});
