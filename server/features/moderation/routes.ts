import { done } from "#shared/api/schemas.ts";
import { moderationContract } from "#shared/moderation/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import {
  changeAllPosts,
  decideReports,
  getHeldPosts,
  listCommunityReports,
  listReports,
  readReportedMessages,
  report,
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
  listHeldPosts: ({ query }, services) => getHeldPosts(services, query.limit),
});
