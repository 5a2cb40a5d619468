import { aiNarrationContract } from "#shared/ai-narration/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import {
  cancelNarration,
  deleteNarration,
  getNarration,
  setDefaultConsentForUser,
  setNarrationConsent,
  startNarration,
} from "./service.ts";

export const aiNarrationRoutes = bindRoutes(aiNarrationContract, {
  getNarration: ({ params }, { user, ...services }) => getNarration(services, user, params.bookId),
  startNarration: ({ params }, { user, ...services }) => startNarration(services, user, params.bookId),
  cancelNarration: ({ params }, { user, ...services }) => cancelNarration(services, user, params.bookId),
  deleteNarration: ({ params }, { user, ...services }) => deleteNarration(services, user, params.bookId),
  saveNarrationConsent: ({ params, body }, { user, ...services }) =>
    setNarrationConsent(services, user, params.bookId, body.allows),
  saveDefaultNarrationConsent: ({ body }, { user, ...services }) =>
    setDefaultConsentForUser(services, user, body.allows),
});
