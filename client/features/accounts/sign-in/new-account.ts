import * as z from "zod/mini";
import { Store, useStore } from "#client/lib/store.ts";

const NewAccount = z.object({
  email: z.string(),
  /** It was deleted again. */
  isUndone: z.boolean(),
});
type NewAccount = z.infer<typeof NewAccount>;

const storageKey = "maktaba.newAccount";

const store = new Store<NewAccount | null>(read());

/** The account that a sign-in in this tab created; null for none, or once the notice was closed. */
export const useNewAccount = (): NewAccount | null => useStore(store);

export function setNewAccount(account: NewAccount | null): void {
  try {
    if (account === null) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, JSON.stringify(account));
  } catch {}
  store.set(account);
}

function read(): NewAccount | null {
  try {
    return NewAccount.parse(JSON.parse(sessionStorage.getItem(storageKey) ?? ""));
  } catch {
    return null;
  }
}
