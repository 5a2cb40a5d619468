import { liveStreams } from "#shared/live/contract.ts";
import { type FeatureRoutes, implementStreams } from "#server/http/implement.ts";
import { openHub } from "./hub.ts";

/** Each server has one hub for all of its browsers. */
export const liveRoutes: FeatureRoutes = (services) => {
  const hub = openHub(services);
  return implementStreams(liveStreams, {
    getLive: (_input, { user, req, res }) => hub.admit(user.id, req.sessionID, res),
  })(services);
};
