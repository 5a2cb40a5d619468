import type { QueryClient } from "@tanstack/react-query";

/** Longer than this nobody waits for a last save. */
const mostWaitMs = 1_000;

/** Tabs of one browser share a session, and so its end. */
const shared = "maktaba-sign-out";

type Act = () => Promise<void>;

const acts = new Set<Act>();

/** Does something while the reader is still signed in, such as to save a place. @returns a function that takes it back. */
export function beforeSignOut(act: Act): () => void {
  acts.add(act);
  return () => void acts.delete(act);
}

/** Forgets everything this reader saw and leads to the server's sign-out; where that fails, home. */
export function signOut(client: QueryClient): void {
  tellOtherTabs();
  const patience = new Promise((resolve) => setTimeout(resolve, mostWaitMs));
  void Promise.race([doLastActs(), patience]).then(() => leave(client));
}

/** Does the last acts of this tab when the reader signs out in another one. @returns a function that stops. */
export function followSignOut(): () => void {
  if (!("BroadcastChannel" in window)) return () => {};
  const channel = new BroadcastChannel(shared);
  channel.addEventListener("message", () => void doLastActs());
  return () => channel.close();
}

function tellOtherTabs(): void {
  if (!("BroadcastChannel" in window)) return;
  const channel = new BroadcastChannel(shared);
  channel.postMessage("signing out");
  channel.close();
}

const doLastActs = () => Promise.allSettled([...acts].map((act) => act()));

function leave(client: QueryClient): void {
  client.clear();
  try {
    location.assign("/api/logout");
  } catch {
    location.assign("/");
  }
}
