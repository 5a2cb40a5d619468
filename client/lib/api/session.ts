import { type QueryClient, useQuery } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { sessionContract } from "#shared/accounts/session-contract.ts";
import type { User } from "#shared/accounts/user.ts";
import { CallError, call } from "#shared/api/http-client.ts";
import { guestMeta } from "#shared/routes/guest-meta.ts";
import { clearInlinedReplies } from "./inlined-replies.ts";
import { getLastUser, setLastUser } from "./last-user.ts";
import { isSignOutPending, setSignOutPending } from "./pending-sign-out.ts";
import { getQueryKey, getQueryMeta } from "./query.ts";

/**
 * The session query: a 401 means a guest. Fresh for 5 minutes, discarded after 10, not refetched on focus.
 */
export const sessionQuery = {
  queryKey: getQueryKey(sessionContract.getUser),
  queryFn: async (): Promise<User | null> => {
    const user = await fetchSessionUser();
    setLastUser(user);
    return user;
  },
  meta: getQueryMeta(sessionContract.getUser),
  initialData: () => (isGuestPage() ? null : undefined),
  staleTime: 300_000,
  gcTime: 600_000,
  refetchOnWindowFocus: false,
} as const;

export async function fetchSessionUser(): Promise<User | null> {
  if (isSignOutPending()) {
    await import("./send-pending-sign-out.ts").then((module) => module.sendPendingSignOut()).catch(() => {});
    if (isSignOutPending()) return null;
  }
  try {
    return await call(sessionContract.getUser, {});
  } catch (error) {
    if (error instanceof CallError && error.status === 401) return null;
    throw error;
  }
}

const isGuestPage = () => document.querySelector(`meta[name=${guestMeta}][content=guest]`) !== null;

/** Sets the signed-in user in the cache. */
export function setSessionUser(client: QueryClient, user: User): void {
  document.querySelector(`meta[name=${guestMeta}]`)?.remove();
  clearInlinedReplies();
  setSignOutPending(false);
  setLastUser(user);
  client.setQueryData(sessionQuery.queryKey, user);
}

export interface Session {
  readonly user: User | null;
  readonly isLoading: boolean;
  readonly isUnreachable: boolean;
}

const SimulatedSession = createContext<Session | null>(null);

/** Shows its children as another user sees them. Calls are still made as the signed-in user. */
export const SimulatedSessionProvider = SimulatedSession.Provider;

export function useSession(): Session {
  const simulated = useContext(SimulatedSession);
  // A component that mounts after a failure must not ask again: its page would load, fail and mount it again.
  const { data, isLoading, errorUpdateCount } = useQuery({ ...sessionQuery, retryOnMount: false });
  if (simulated) return simulated;
  if (data !== undefined) return { user: data, isLoading: false, isUnreachable: false };
  if (isLoading && errorUpdateCount === 0) return { user: null, isLoading, isUnreachable: false };
  // Without a reply the last known session goes on, also while the server is asked again.
  const user = getLastUser();
  return { user, isLoading: false, isUnreachable: user === null && !isSignOutPending() };
}

/** The signed-in user, or null for a guest. */
export function useUser(): User | null {
  return useSession().user;
}
