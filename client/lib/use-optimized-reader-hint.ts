import { useSyncExternalStore } from "react";
import { useSlowConnection } from "./api/connection.ts";
import { isMemoryLow } from "./memory-monitor.ts";

export function useOptimizedReaderHint(): boolean {
  const isSlow = useSlowConnection();
  const isLow = useSyncExternalStore(subscribeToNothing, isMemoryLow, () => false);
  return isSlow || isLow;
}

const subscribeToNothing = () => () => undefined;
