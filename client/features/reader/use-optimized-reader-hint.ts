import { useSyncExternalStore } from "react";
import { useSlowConnection } from "#client/lib/api/connection.ts";
import { isMemoryLow } from "#client/lib/memory-monitor.ts";

export function useOptimizedReaderHint(): boolean {
  const isSlow = useSlowConnection();
  const isLow = useSyncExternalStore(subscribeToNothing, isMemoryLow, () => false);
  return isSlow || isLow;
}

const subscribeToNothing = () => () => undefined;
