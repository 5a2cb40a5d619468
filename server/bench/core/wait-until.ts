import { setTimeout as sleep } from "node:timers/promises";

/** @returns false when the condition has not become true in time; a condition that throws is tried again */
export async function waitUntil(condition: () => Promise<boolean>, timeoutMs = 30_000): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    if (await condition().catch(() => false)) return true;
    await sleep(50);
  }
  return false;
}
