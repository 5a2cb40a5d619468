import { useEffect, useRef, useState } from "react";
import { EntryError } from "#client/features/reader/engine/document/entries.ts";
import type { Location } from "#client/features/reader/engine/position/location.ts";

/** Whether a part of the book was there when it was opened, and is not any more. */
export const isMissing = (location: Pick<Location, "notice"> | null, failure: unknown): boolean =>
  location?.notice === "gone" || (failure instanceof EntryError && failure.status === 404);

/** Asks what became of the book as soon as a part of it is gone. @returns whether that is being asked. */
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
