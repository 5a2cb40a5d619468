import { useEffect, useRef, useState } from "react";
import { EntryError } from "#client/features/reader/engine/document/entries.ts";
import type { Location } from "#client/features/reader/engine/position/location.ts";

export const isMissing = (location: Pick<Location, "notice"> | null, failure: unknown): boolean =>
  location?.notice === "gone" || (failure instanceof EntryError && failure.status === 404);

/** @returns whether the book is being reloaded */
export function useMissingBook(isMissing: boolean, reload: () => Promise<void>): boolean {
  const latest = useRef(reload);
  latest.current = reload;
  const [isReloading, setReloading] = useState(false);
  useEffect(() => {
    if (!isMissing) return;
    let isCurrent = true;
    setReloading(true);
    void latest.current().finally(() => isCurrent && setReloading(false));
    return () => {
      isCurrent = false;
      setReloading(false);
    };
  }, [isMissing]);
  return isReloading;
}
