import type { HttpContext } from "#server/http/api/context.ts";
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

export const getEvents = (context: HttpContext): void =>
  getHub(context).connect(context.user.id, context.req.sessionID, context.res);
