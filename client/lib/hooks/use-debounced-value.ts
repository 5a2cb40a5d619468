import { useEffect, useState } from "react";

/** The value once it has not changed for `ms` milliseconds. */
export function useDebouncedValue(typed: string, ms: number): string {
  const [debounced, setDebounced] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(typed), ms);
    return () => clearTimeout(timer);
  }, [typed, ms]);
  return debounced;
}
