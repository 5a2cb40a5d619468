export const memoryCheckIntervalMs = 120_000;
/** Heap size in bytes that triggers a cleanup. */
export const memoryThresholdBytes = 200 * 1024 * 1024;
export const minCleanupIntervalMs = 300_000;

/** Chromium only. */
interface HeapInformation {
  readonly usedJSHeapSize: number;
}

let cleanupPauses = 0;

/**
 * Prevents cleanups, for example while text is spoken.
 *
 * @returns a function that allows them again; safe to call twice
 */
export function pauseCleanup(): () => void {
  cleanupPauses += 1;
  let isPaused = true;
  return () => {
    if (isPaused) cleanupPauses -= 1;
    isPaused = false;
  };
}

/**
 * Checks the memory every two minutes and cleans up above the threshold; does nothing where the browser does
 * not report memory.
 *
 * @returns a function that stops
 */
export function watchMemory(cleanUp: () => void): () => void {
  if (getHeapBytes() === null) return () => undefined;
  let lastAt = Number.NEGATIVE_INFINITY;
  const check = () => {
    const isAboveThreshold = (getHeapBytes() ?? 0) > memoryThresholdBytes;
    if (!isAboveThreshold || cleanupPauses > 0 || performance.now() - lastAt < minCleanupIntervalMs) return;
    lastAt = performance.now();
    cleanUp();
  };
  const timer = setInterval(check, memoryCheckIntervalMs);
  return () => clearInterval(timer);
}

/** Devices with at most this many gigabytes count as low on memory. */
const smallDeviceGigabytes = 1;

export function isMemoryLow(): boolean {
  const { deviceMemory } = navigator as Navigator & { readonly deviceMemory?: number };
  const isSmall = deviceMemory !== undefined && deviceMemory <= smallDeviceGigabytes;
  return isSmall || (getHeapBytes() ?? 0) > memoryThresholdBytes;
}

function getHeapBytes(): number | null {
  const { memory } = performance as Performance & { readonly memory?: HeapInformation };
  return memory ? memory.usedJSHeapSize : null;
}
