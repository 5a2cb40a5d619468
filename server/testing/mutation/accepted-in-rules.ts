import { type AcceptedSurvivor, accept } from "./accept.ts";

export const acceptedInRules: readonly AcceptedSurvivor[] = [];
