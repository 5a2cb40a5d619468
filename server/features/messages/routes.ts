import { messagesContract, messagesStreams } from "#shared/messages/contract.ts";
import { bindRoutes, bindStreams, combineRoutes } from "#server/http/api/bind-contract.ts";
import * as conversations from "./conversations.ts";
import * as groups from "./groups.ts";
import * as pictures from "./pictures.ts";
import * as sending from "./sending.ts";
import * as service from "./service.ts";

export const messagesRoutes = combineRoutes(
  bindRoutes(messagesContract, { ...conversations, ...groups, ...pictures, ...sending, ...service }),
  bindStreams(messagesStreams, pictures),
);
