import { CallError, call } from "#shared/kernel/call.ts";
import { prayerPushContract } from "#shared/prayer/push-contract.ts";
import { roundedPlace } from "#shared/prayer/setup.ts";
import { onPrayerSetup, prayerSetup } from "./setup-store.ts";

const key = "maktaba.prayer.onServer";
/** A slider tells many values on its way. */
const waitMs = 1_500;

/** Tells the server where and how to call this reader, its place rounded, and from now on whenever that changes here. */
export async function keepOnServer(): Promise<void> {
  const setup = prayerSetup();
  if (!setup.place) return;
  await call(prayerPushContract.putSetup, { body: { ...setup, place: roundedPlace(setup.place) } });
  mark(true);
}

/** Tells the server of what changes here, while it has a copy. @returns a function that stops. */
export function followOnServer(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = onPrayerSetup(() => {
    clearTimeout(timer);
    if (isMarked()) timer = setTimeout(() => void keep(), waitMs);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** A server that keeps no copy any more, or not for who is signed in, is told no more. */
async function keep(): Promise<void> {
  try {
    await keepOnServer();
  } catch (error) {
    if (error instanceof CallError && (error.status === 409 || error.status === 401)) mark(false);
  }
}

function isMarked(): boolean {
  try {
    return localStorage.getItem(key) === "on";
  } catch {
    return false;
  }
}

function mark(isOn: boolean): void {
  try {
    if (isOn) localStorage.setItem(key, "on");
    else localStorage.removeItem(key);
  } catch {
    // A browser that keeps nothing: what changes is told when the device is switched on anew.
  }
}
