export { findGuestPosition } from "./guest-positions.ts";
export { getPositionTracker, type PositionTracker } from "./position-tracker.ts";
export { usePosition, usePositionHistory } from "./use-position.ts";
