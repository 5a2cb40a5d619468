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
  getNarration: ({ user, ...services }, { params }) => getNarration(services, user, params.bookId),
  startNarration: ({ user, ...services }, { params }) => startNarration(services, user, params.bookId),
  cancelNarration: ({ user, ...services }, { params }) => cancelNarration(services, user, params.bookId),
  deleteNarration: ({ user, ...services }, { params }) => deleteNarration(services, user, params.bookId),
  saveNarrationConsent: ({ user, ...services }, { params, body }) =>
    setNarrationConsent(services, user, params.bookId, body.allows),
  saveDefaultNarrationConsent: ({ user, ...services }, { body }) =>
    setDefaultConsentForUser(services, user, body.allows),
});
