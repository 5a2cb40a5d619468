import type { UserId } from "#shared/accounts/user.ts";
import { countUnsentMarks } from "./unsent-marks.ts";

/**
 * Sends the changes that wait on this device, on whatever page is open.
 *
 * @returns how many are left, because the server was not reached
 */
export async function sendUnsentMarks(userId: UserId): Promise<number> {
  if (countUnsentMarks(userId) === 0) return 0;
  try {
    const { openMarkOutbox } = await import("./open-mark-outbox.ts");
    await openMarkOutbox(userId).flush();
  } catch {
    // Without the module they wait for the next visit.
  }
  return countUnsentMarks(userId);
}
