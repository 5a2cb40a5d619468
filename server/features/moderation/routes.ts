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
  report: ({ user, ...services }, { body }) => report(services, user, body),
  listReports: (services, { query }) => listReports(services, query),
  listCommunityReports: ({ user, ...services }, { params }) =>
    listCommunityReports(services, user, params.communityId),
  readReportedMessages: ({ user, ...services }, { params, body }) =>
    readReportedMessages(services, user, params, body.reason),
  decideReports: ({ user, ...services }, { params, body }) => decideReports(services, user, params, body),
  removeAllPosts: ({ user, ...services }, { params, body }) =>
    changeAllPosts(services, user, params.userId, body.action),
  listHeldWords: (services) => listHeldWords(services),
  saveHeldWords: ({ user, ...services }, { body }) => saveHeldWords(services, user, body.words),
  listHeldPosts: (services, { query }) => getHeldPosts(services, query.limit),
});

export const decisionsRoutes = bindRoutes(decisionsContract, {
  listMyDecisions: ({ user, ...services }) => listMyDecisions(services, user.id),
  appeal: ({ user, ...services }, { params, body }) => appeal(services, user, params.decisionId, body.text),
  appealSuspension: ({ req, res, ...services }, { body }) => appealSuspension(services, { req, res }, body),
  listAppeals: ({ user, ...services }, { query }) => listAppeals(services, user, query),
  decideAppeal: ({ user, ...services }, { params, body }) =>
    decideAppeal(services, user, params.decisionId, body),
});
