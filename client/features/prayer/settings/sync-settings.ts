import { CallError, call } from "#shared/api/http-client.ts";
import { prayerNotificationsContract } from "#shared/prayer/notifications-contract.ts";
import { roundCoordinates } from "#shared/prayer/prayer-profile.ts";
import { getPrayerProfile, onPrayerProfileChange } from "./profile-store.ts";

const key = "maktaba.prayer.onServer";
const saveDelayMs = 1_500;

interface ServerCopy {
  readonly readerId: string;
  /** `stale`: the server's copy is older than the local one. */
  readonly state: "on" | "stale";
}

interface SaveOptions {
  readonly keepalive?: boolean;
}

export async function uploadSettings(readerId: string, options: SaveOptions = {}): Promise<void> {
  const profile = getPrayerProfile();
  if (!profile.location) return;
  const body = { ...profile, location: roundCoordinates(profile.location) };
  await call(prayerNotificationsContract.savePrayerProfile, { body }, options);
  if (getPrayerProfile() === profile) writeServerCopy({ readerId, state: "on" });
}

/**
 * Uploads changed settings while the server has a copy.
 *
 * @param readerId null while signed out
 * @returns a function that stops
 */
export function syncToServer(readerId: string | null): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = onPrayerProfileChange(() => {
    clearTimeout(timer);
    const copy = readServerCopy();
    if (copy === null) return;
    writeServerCopy({ ...copy, state: "stale" });
    timer = setTimeout(() => void flushPendingUpload(readerId), saveDelayMs);
  });
  // Saves a change made just before the page closes.
  const onHide = () => {
    if (document.visibilityState !== "hidden") return;
    clearTimeout(timer);
    void flushPendingUpload(readerId, { keepalive: true });
  };
  const onOnline = () => void flushPendingUpload(readerId);
  document.addEventListener("visibilitychange", onHide);
  addEventListener("online", onOnline);
  void flushPendingUpload(readerId);
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", onHide);
    removeEventListener("online", onOnline);
    stop();
  };
}

export async function flushPendingUpload(readerId: string | null, options: SaveOptions = {}): Promise<void> {
  const copy = readServerCopy();
  if (copy?.state !== "stale" || copy.readerId !== readerId) return;
  try {
    await uploadSettings(readerId, options);
  } catch (error) {
    if (error instanceof CallError && error.status === 409) clearServerCopy();
  }
}

export const clearServerCopy = (): void => writeServerCopy(null);

function readServerCopy(): ServerCopy | null {
  try {
    const [state, readerId] = localStorage.getItem(key)?.split(" ") ?? [];
    return readerId && (state === "on" || state === "stale") ? { readerId, state } : null;
  } catch {
    return null;
  }
}

function writeServerCopy(copy: ServerCopy | null): void {
  try {
    if (copy) localStorage.setItem(key, `${copy.state} ${copy.readerId}`);
    else localStorage.removeItem(key);
  } catch {}
}
