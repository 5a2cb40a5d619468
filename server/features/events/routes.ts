import { eventStreams } from "#shared/events/contract.ts";
import { bindStreams } from "#server/http/api/bind-contract.ts";
import { getEvents } from "./get-events.ts";

export const eventRoutes = bindStreams(eventStreams, { getEvents });
