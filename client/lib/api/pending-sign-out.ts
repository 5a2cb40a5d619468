const storageKey = "maktaba.signOut";

/** Whether the server does not know yet that the user signed out on this device. */
export function isSignOutPending(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    return false;
  }
}

/** Until the server has ended the session, also after a reload. */
export function setSignOutPending(isPending: boolean): void {
  try {
    if (isPending) localStorage.setItem(storageKey, "1");
    else localStorage.removeItem(storageKey);
  } catch {}
}

/**
 * Calls back when another tab has signed out without a connection.
 *
 * @returns a function that stops
 */
export function onSignOutPending(callback: () => void): () => void {
  const onChange = ({ key, newValue }: StorageEvent) => {
    if (key === storageKey && newValue !== null) callback();
  };
  addEventListener("storage", onChange);
  return () => removeEventListener("storage", onChange);
}
