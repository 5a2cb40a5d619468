import { Router } from "express";
import { koboContract, koboStreams } from "#shared/kobo/contract.ts";
import {
  bindRoutes,
  bindStreams,
  combineRoutes,
  type FeatureRoutes,
} from "#server/http/api/bind-contract.ts";
import type { Services } from "#server/services.ts";
import { answerNeutrally, authorizeKobo } from "./neutral-replies.ts";
import { initializeKobo } from "./resources.ts";
import { saveKoboState } from "./save-state.ts";
import { getKoboCover, getKoboEpub, getKoboMetadata, getKoboState, removeKoboBook } from "./service.ts";
import { syncKoboLibrary } from "./sync-library.ts";

const bound = combineRoutes(
  bindStreams(koboStreams, { getKoboEpub, getKoboCover, getKoboCoverOfQuality: getKoboCover }),
  bindRoutes(koboContract, {
    initializeKobo,
    authorizeKobo,
    syncKoboLibrary,
    getKoboMetadata,
    getKoboState,
    saveKoboState,
    removeKoboBook,
    getKoboOther: answerNeutrally,
    postKoboOther: answerNeutrally,
    putKoboOther: answerNeutrally,
    deleteKoboOther: answerNeutrally,
  }),
);

/** Nothing answers while the operator has not turned it on. */
export const koboRoutes: FeatureRoutes = Object.assign(
  (services: Services) => (services.settings.hasKoboSync ? bound(services) : Router()),
  { operations: bound.operations },
);
