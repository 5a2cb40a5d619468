import { type QueryClient, useQuery } from "@tanstack/react-query";
import { sessionContract } from "#shared/accounts/session-contract.ts";
import type { User } from "#shared/accounts/user.ts";
import { CallError, call } from "#shared/api/http-client.ts";
import { guestMeta } from "#shared/routes/guest-meta.ts";
import { clearInlinedReplies } from "./inlined-replies.ts";
import { queryKey } from "./query.ts";

/**
 * The session's query: a 401 means a guest. Fresh for 5 minutes, dropped after 10, never asked again on focus. Where the
 * page itself came to a guest, that is known already.
 */
export const sessionQuery = {
  queryKey: queryKey(sessionContract.getUser),
  queryFn: async (): Promise<User | null> => {
    try {
      return await call(sessionContract.getUser, {});
    } catch (error) {
      if (error instanceof CallError && error.status === 401) return null;
      throw error;
    }
  },
  initialData: () => (reachedGuest() ? null : undefined),
  staleTime: 300_000,
  gcTime: 600_000,
  refetchOnWindowFocus: false,
} as const;

const reachedGuest = () => document.querySelector(`meta[name=${guestMeta}][content=guest]`) !== null;

/** Keeps who is signed in from now on. */
export function setSessionUser(client: QueryClient, user: User): void {
  document.querySelector(`meta[name=${guestMeta}]`)?.remove();
  clearInlinedReplies();
  client.setQueryData(sessionQuery.queryKey, user);
}

export interface Session {
  /** Null for a guest, and for whoever is not known. */
  readonly user: User | null;
  /** Whether the first answer is on its way. */
  readonly isLoading: boolean;
  /** Whether nobody could say who this is: without a network a session is out of reach, not over. */
  readonly isUnreachable: boolean;
}

/** Who is signed in. */
export function useSession(): Session {
  const { data, isLoading } = useQuery(sessionQuery);
  return { user: data ?? null, isLoading, isUnreachable: data === undefined && !isLoading };
}

/** The signed-in user, or null for a guest. */
export function useUser(): User | null {
  return useSession().user;
}
