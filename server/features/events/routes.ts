import { eventStreams } from "#shared/events/contract.ts";
import { type FeatureRoutes, implementStreams } from "#server/http/api/bind-contract.ts";
import { openHub } from "./sse-hub.ts";

/** One hub per server process. */
export const eventRoutes: FeatureRoutes = (services) => {
  const hub = openHub(services);
  return implementStreams(eventStreams, {
    getEvents: (_input, { user, req, res }) => hub.admit(user.id, req.sessionID, res),
  })(services);
};
