import type { QueryClient } from "@tanstack/react-query";

/** Longer than this nobody waits for a last save. */
const mostWaitMs = 1_000;

type Act = () => Promise<void>;

const acts = new Set<Act>();

/** Does something while the reader is still signed in, such as to save a place. @returns a function that takes it back. */
export function beforeSignOut(act: Act): () => void {
  acts.add(act);
  return () => void acts.delete(act);
}

/** Forgets everything this reader saw and leads to the server's sign-out; where that fails, home. */
export function signOut(client: QueryClient): void {
  const lastActs = Promise.allSettled([...acts].map((act) => act()));
  const patience = new Promise((resolve) => setTimeout(resolve, mostWaitMs));
  void Promise.race([lastActs, patience]).then(() => leave(client));
}

function leave(client: QueryClient): void {
  client.clear();
  try {
    location.assign("/api/logout");
  } catch {
    location.assign("/");
  }
}
