import { type AcceptedSurvivor, accept } from "./accept.ts";

export const acceptedInOutboxes: readonly AcceptedSurvivor[] = [];
