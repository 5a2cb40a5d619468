import { Store, useStore } from "./store.ts";

const storageKey = "maktaba.newAccount";

const store = new Store<string | null>(read());

/** The address of the account that a sign-in in this tab created; null for none, or once it was dismissed. */
export const useNewAccount = (): string | null => useStore(store);

export function setNewAccount(email: string | null): void {
  try {
    if (email === null) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, email);
  } catch {}
  store.set(email);
}

function read(): string | null {
  try {
    return sessionStorage.getItem(storageKey);
  } catch {
    return null;
  }
}
