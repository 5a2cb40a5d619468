import { useEffect, useState } from "react";

/** The value once it has not changed for `ms` milliseconds. */
export function useDebouncedValue(typed: string, ms: number): string {
  const [rested, setRested] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), ms);
    return () => clearTimeout(timer);
  }, [typed, ms]);
  return rested;
}
