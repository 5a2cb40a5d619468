import { type AcceptedSurvivor, accept } from "./accept.ts";

export const acceptedInPlayer: readonly AcceptedSurvivor[] = [];
