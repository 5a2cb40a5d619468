import { eventStreams } from "#shared/events/contract.ts";
import { bindStreams } from "#server/http/api/bind-contract.ts";
import type { Services } from "#server/services.ts";
import { createSseHub } from "./sse-hub.ts";

type Hub = ReturnType<typeof createSseHub>;

/** One hub per server process. */
const hubs = new WeakMap<Services["live"], Hub>();

function getHub(services: Services): Hub {
  const hub = hubs.get(services.live) ?? createSseHub(services);
  hubs.set(services.live, hub);
  return hub;
}

export const eventRoutes = bindStreams(eventStreams, {
  getEvents: (_input, { user, req, res, ...services }) =>
    getHub(services).connect(user.id, req.sessionID, res),
});
