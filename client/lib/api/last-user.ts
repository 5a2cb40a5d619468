import { User } from "#shared/accounts/user.ts";
import { accountCacheName } from "#client/lib/offline/has-kept-books.ts";

const storageKey = "maktaba.user";

let parsed: { readonly text: string | null; readonly user: User | null } = { text: null, user: null };

/** The user of the last reply about the session, for times without a connection; null after signing out. */
export function getLastUser(): User | null {
  const text = read();
  if (text !== parsed.text) parsed = { text, user: text === null ? null : parse(text) };
  return parsed.user;
}

export function setLastUser(user: User | null): void {
  // The service worker serves nothing that another account kept.
  if (getLastUser()?.id !== user?.id) globalThis.caches?.delete(accountCacheName).catch(() => undefined);
  try {
    if (user) localStorage.setItem(storageKey, JSON.stringify(user));
    else localStorage.removeItem(storageKey);
  } catch {}
}

function parse(text: string): User | null {
  try {
    return User.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function read(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}
