import { useSlowConnection } from "./connection.ts";
import { isMemoryLow } from "./memory-monitor.ts";

/** Whether this visitor is better off with the light reader: on a slow network, or with little memory. */
export function useLightOffer(): boolean {
  const isSlow = useSlowConnection();
  return isSlow || isMemoryLow();
}
