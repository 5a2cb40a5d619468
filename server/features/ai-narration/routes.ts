import { aiNarrationContract } from "#shared/ai-narration/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import {
  cancelNarration,
  getNarration,
  removeNarration,
  setDefaultConsentForUser,
  setNarrationConsent,
  startNarration,
} from "./service.ts";

export const aiNarrationRoutes = bindRoutes(aiNarrationContract, {
  getNarration: ({ params }, { user, ...services }) => getNarration(services, user, params.bookId),
  startNarration: ({ params }, { user, ...services }) => startNarration(services, user, params.bookId),
  cancelNarration: ({ params }, { user, ...services }) => cancelNarration(services, user, params.bookId),
  removeNarration: ({ params }, { user, ...services }) => removeNarration(services, user, params.bookId),
  putNarrationConsent: ({ params, body }, { user, ...services }) =>
    setNarrationConsent(services, user, params.bookId, body.allows),
  putNarrationConsents: ({ body }, { user, ...services }) =>
    setDefaultConsentForUser(services, user, body.allows),
});
