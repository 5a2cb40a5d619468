import { CallError, call } from "#shared/kernel/call.ts";
import { prayerPushContract } from "#shared/prayer/push-contract.ts";
import { roundedPlace } from "#shared/prayer/setup.ts";
import { onPrayerSetup, prayerSetup } from "./setup-store.ts";

const key = "maktaba.prayer.onServer";
/** A slider tells many values on its way. */
const waitMs = 1_500;

/** `on`: the server has what stands here. `owed`: it has a copy, but an older one, and may call by that. */
type Mark = "on" | "owed";

/** Tells the server where and how to call this reader, its place rounded, and from now on whenever that changes here. */
export async function keepOnServer(options: { readonly keepalive?: boolean } = {}): Promise<void> {
  const setup = prayerSetup();
  if (!setup.place) return;
  const body = { ...setup, place: roundedPlace(setup.place) };
  await call(prayerPushContract.putSetup, { body }, options);
  // What was changed while it was told is owed still.
  if (prayerSetup() === setup) mark("on");
}

/** Tells the server of what changes here, while it has a copy. @returns a function that stops. */
export function followOnServer(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = onPrayerSetup(() => {
    clearTimeout(timer);
    if (marked() === null) return;
    mark("owed");
    timer = setTimeout(() => void keepOwed(), waitMs);
  });
  // What was switched off as the last thing before the page goes must hold as well.
  const onHide = () => {
    if (document.visibilityState !== "hidden") return;
    clearTimeout(timer);
    void keepOwed({ keepalive: true });
  };
  const onLine = () => void keepOwed();
  document.addEventListener("visibilitychange", onHide);
  addEventListener("online", onLine);
  void keepOwed();
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", onHide);
    removeEventListener("online", onLine);
    stop();
  };
}

/** Tells the server what it could not be told before. One that keeps no copy any more is told no more. */
export async function keepOwed(options: { readonly keepalive?: boolean } = {}): Promise<void> {
  if (marked() !== "owed") return;
  try {
    await keepOnServer(options);
  } catch (error) {
    if (error instanceof CallError && error.status === 409) forgetServerCopy();
  }
}

/** The server is told no more, as nobody is called by what stands here. */
export const forgetServerCopy = (): void => mark(null);

function marked(): Mark | null {
  try {
    const found = localStorage.getItem(key);
    return found === "on" || found === "owed" ? found : null;
  } catch {
    return null;
  }
}

function mark(as: Mark | null): void {
  try {
    if (as) localStorage.setItem(key, as);
    else localStorage.removeItem(key);
  } catch {
    // A browser that keeps nothing: what changes is told when the device is switched on anew.
  }
}
