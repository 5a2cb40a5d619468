import { done } from "#shared/api/schemas.ts";
import { moderationContract } from "#shared/moderation/contract.ts";
import { decisionsContract } from "#shared/moderation/decisions-contract.ts";
import {
  appeal,
  appealSuspension,
  listAppeals,
  listMyDecisions,
} from "#server/features/decisions/service.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { decideAppeal } from "./appeals.ts";
import {
  changeAllPosts,
  decideReports,
  getHeldPosts,
  listCommunityReports,
  listHeldWords,
  listReports,
  readReportedMessages,
  report,
  saveHeldWords,
} from "./service.ts";

export const moderationRoutes = bindRoutes(moderationContract, {
  report: ({ body }, { user, ...services }) => report(services, user, body).then(() => done),
  listReports: ({ query }, services) => listReports(services, query),
  listCommunityReports: ({ params }, { user, ...services }) =>
    listCommunityReports(services, user, params.communityId),
  readReportedMessages: ({ params, body }, { user, ...services }) =>
    readReportedMessages(services, user, params, body.reason),
  decideReports: ({ params, body }, { user, ...services }) =>
    decideReports(services, user, params, body).then(() => done),
  removeAllPosts: ({ params, body }, { user, ...services }) =>
    changeAllPosts(services, user, params.userId, body.action),
  listHeldWords: (_input, services) => listHeldWords(services),
  saveHeldWords: ({ body }, { user, ...services }) => saveHeldWords(services, user, body.words),
  listHeldPosts: ({ query }, services) => getHeldPosts(services, query.limit),
});

export const decisionsRoutes = bindRoutes(decisionsContract, {
  listMyDecisions: (_input, { user, ...services }) => listMyDecisions(services, user.id),
  appeal: ({ params, body }, { user, ...services }) =>
    appeal(services, user, params.decisionId, body.text).then(() => done),
  appealSuspension: ({ body }, { req, res, ...services }) =>
    appealSuspension(services, { req, res }, body).then(() => done),
  listAppeals: ({ query }, { user, ...services }) => listAppeals(services, user, query),
  decideAppeal: ({ params, body }, { user, ...services }) =>
    decideAppeal(services, user, params.decisionId, body).then(() => done),
});
