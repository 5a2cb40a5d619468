import { CallError, call } from "#shared/api/http-client.ts";
import { roundCoordinates } from "#shared/prayer/prayer-profile.ts";
import { prayerNotificationsContract } from "#shared/prayer/push-contract.ts";
import { onPrayerProfile, prayerProfile } from "./setup-store.ts";

const key = "maktaba.prayer.onServer";
/** A slider tells many values on its way. */
const waitMs = 1_500;

interface Copy {
  /** Whom the server calls by it. */
  readonly readerId: string;
  /** `owed`: it is older than what stands here. */
  readonly state: "on" | "owed";
}

interface TellOptions {
  readonly keepalive?: boolean;
}

/**
 * Tells the server where and how to call the reader who is signed in, the place rounded, and from now on whenever that
 * changes here.
 */
export async function saveOnServer(readerId: string, options: TellOptions = {}): Promise<void> {
  const setup = prayerProfile();
  if (!setup.place) return;
  const body = { ...setup, place: roundCoordinates(setup.place) };
  await call(prayerNotificationsContract.putSetup, { body }, options);
  // What was changed while it was told is owed still.
  if (prayerProfile() === setup) mark({ readerId, state: "on" });
}

/**
 * Tells the server of what changes here, while it has a copy.
 *
 * @param readerId who is signed in, null while that is nobody: another's copy is told nothing.
 * @returns a function that stops.
 */
export function followOnServer(readerId: string | null): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = onPrayerProfile(() => {
    clearTimeout(timer);
    const copy = marked();
    if (copy === null) return;
    mark({ ...copy, state: "owed" });
    timer = setTimeout(() => void flushPendingUpload(readerId), waitMs);
  });
  // What was switched off as the last thing before the page goes must hold as well.
  const onHide = () => {
    if (document.visibilityState !== "hidden") return;
    clearTimeout(timer);
    void flushPendingUpload(readerId, { keepalive: true });
  };
  const onLine = () => void flushPendingUpload(readerId);
  document.addEventListener("visibilitychange", onHide);
  addEventListener("online", onLine);
  void flushPendingUpload(readerId);
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", onHide);
    removeEventListener("online", onLine);
    stop();
  };
}

/** Tells the server what it could not be told before. One that keeps no copy any more is told no more. */
export async function flushPendingUpload(readerId: string | null, options: TellOptions = {}): Promise<void> {
  const copy = marked();
  if (copy?.state !== "owed" || copy.readerId !== readerId) return;
  try {
    await saveOnServer(readerId, options);
  } catch (error) {
    if (error instanceof CallError && error.status === 409) forgetServerCopy();
  }
}

/** The server is told no more, as nobody is called by what stands here. */
export const forgetServerCopy = (): void => mark(null);

function marked(): Copy | null {
  try {
    const [state, readerId] = localStorage.getItem(key)?.split(" ") ?? [];
    return readerId && (state === "on" || state === "owed") ? { readerId, state } : null;
  } catch {
    return null;
  }
}

function mark(copy: Copy | null): void {
  try {
    if (copy) localStorage.setItem(key, `${copy.state} ${copy.readerId}`);
    else localStorage.removeItem(key);
  } catch {
    // A browser that keeps nothing: what changes is told when the device is switched on anew.
  }
}
