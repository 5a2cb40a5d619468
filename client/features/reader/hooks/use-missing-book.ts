import { useEffect, useRef, useState } from "react";
import { EntryError } from "#client/features/reader/engine/document/entries.ts";
import type { Location } from "#client/features/reader/engine/position/location.ts";

export const isMissing = (location: Pick<Location, "notice"> | null, failure: unknown): boolean =>
  location?.notice === "gone" || (failure instanceof EntryError && failure.status === 404);

/** @returns whether the check is running */
export function useMissingBook(isGoneNow: boolean, ask: () => Promise<void>): boolean {
  const latest = useRef(ask);
  latest.current = ask;
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    if (!isGoneNow) return;
    let isCurrent = true;
    setAsking(true);
    void latest.current().finally(() => isCurrent && setAsking(false));
    return () => {
      isCurrent = false;
      setAsking(false);
    };
  }, [isGoneNow]);
  return isAsking;
}
