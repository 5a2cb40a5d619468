/** Null where the browser has no channels, or refuses them because the reader blocks storage. */
export function openBroadcastChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}
