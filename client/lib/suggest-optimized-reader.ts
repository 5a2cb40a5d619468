import { useSyncExternalStore } from "react";
import { useSlowConnection } from "./api/connection.ts";
import { isMemoryLow } from "./memory-monitor.ts";

/** Whether this visitor is better off with the light reader: on a slow network, or with little memory. */
export function useOptimizedReaderHint(): boolean {
  const isSlow = useSlowConnection();
  const isLow = useSyncExternalStore(neverChanges, isMemoryLow, () => false);
  return isSlow || isLow;
}

/** It is asked for as the page is drawn; nobody is told of it. */
const neverChanges = () => () => undefined;
