import { accountsContract } from "#shared/accounts/contract.ts";
import { getPendingSignOutCookie } from "#shared/accounts/pending-sign-out.ts";
import { call } from "#shared/api/http-client.ts";
import { isSignOutPending, setSignOutPending } from "./pending-sign-out.ts";

const maxAgeSeconds = 400 * 24 * 60 * 60;

/** The server also ends the session of any other request that arrives first. */
export function setSignOutCookie(maxAge = maxAgeSeconds): void {
  const isHttps = location.protocol === "https:";
  const secure = isHttps ? "; secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: Safari before 18.4 has no cookie store.
  document.cookie = `${getPendingSignOutCookie(isHttps)}=1; path=/; max-age=${maxAge}; samesite=lax${secure}`;
}

/** Ends the session that a sign-out without a connection left on the server; without one, at the next contact. */
export async function sendPendingSignOut(): Promise<void> {
  if (!isSignOutPending()) return;
  // Safari deletes the cookies of scripts after seven days.
  setSignOutCookie();
  try {
    await call(accountsContract.signOut, {});
    setSignOutPending(false);
    setSignOutCookie(0);
  } catch {
    addEventListener("online", () => void sendPendingSignOut(), { once: true });
  }
}
