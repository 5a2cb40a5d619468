/** How often the memory is looked at. */
export const memoryCheckIntervalMs = 120_000;
/** Above this much JavaScript heap the page cleans up. */
export const memoryThresholdBytes = 200 * 1024 * 1024;
/** It cleans up at most once in this time. */
export const minCleanupIntervalMs = 300_000;

/** What Chromium tells of the heap; other browsers do not. */
interface HeapInformation {
  readonly usedJSHeapSize: number;
}

let holders = 0;

/**
 * Holds clean-ups off, as while text is spoken aloud.
 *
 * @returns lets them go on; calling it again does nothing.
 */
export function pauseCleanup(): () => void {
  holders += 1;
  let isHeld = true;
  return () => {
    if (isHeld) holders -= 1;
    isHeld = false;
  };
}

/**
 * Looks at the memory every two minutes and has the page clean up when it uses too much; nothing where the browser
 * does not tell how much it uses.
 *
 * @returns ends the watch.
 */
export function watchMemory(cleanUp: () => void): () => void {
  if (heapBytes() === null) return () => undefined;
  let lastAt = Number.NEGATIVE_INFINITY;
  const check = () => {
    const isTooMuch = (heapBytes() ?? 0) > memoryThresholdBytes;
    if (!isTooMuch || holders > 0 || performance.now() - lastAt < minCleanupIntervalMs) return;
    lastAt = performance.now();
    cleanUp();
  };
  const timer = setInterval(check, memoryCheckIntervalMs);
  return () => clearInterval(timer);
}

/** Devices of so many gigabytes or fewer have little memory. */
const smallDeviceGigabytes = 1;

/** Whether the device has little memory, or this page uses more than it should; false where the browser does not tell. */
export function isMemoryLow(): boolean {
  const { deviceMemory } = navigator as Navigator & { readonly deviceMemory?: number };
  const isSmall = deviceMemory !== undefined && deviceMemory <= smallDeviceGigabytes;
  return isSmall || (heapBytes() ?? 0) > memoryThresholdBytes;
}

function heapBytes(): number | null {
  const { memory } = performance as Performance & { readonly memory?: HeapInformation };
  return memory ? memory.usedJSHeapSize : null;
}
