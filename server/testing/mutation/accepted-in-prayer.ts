import { type AcceptedSurvivor, accept } from "./accept.ts";

export const acceptedInPrayer: readonly AcceptedSurvivor[] = [];
