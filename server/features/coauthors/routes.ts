import { done } from "#shared/api/schemas.ts";
import { coauthorsContract } from "#shared/publishing/coauthors.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { answerInvitation, listCoauthors, listInvitations, removeCoauthor, saveCoauthor } from "./service.ts";

export const coauthorsRoutes = bindRoutes(coauthorsContract, {
  listCoauthors: ({ params }, { user, ...services }) => listCoauthors(services, user, params.bookId),
  saveCoauthor: ({ params, body }, { user, ...services }) =>
    saveCoauthor(services, user, params, body.canEdit),
  removeCoauthor: ({ params }, { user, ...services }) =>
    removeCoauthor(services, user, params).then(() => done),
  listInvitations: (_input, { user, ...services }) => listInvitations(services, user),
  answerInvitation: ({ params, body }, { user, ...services }) =>
    answerInvitation(services, user, params.bookId, body.accepts).then(() => done),
});
