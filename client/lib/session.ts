import { type QueryClient, useQuery } from "@tanstack/react-query";
import { sessionContract } from "#shared/accounts/session-contract.ts";
import type { User } from "#shared/accounts/user.ts";
import { CallError, call } from "#shared/kernel/call.ts";
import { visitorMeta } from "#shared/pages/visitor.ts";
import { keyOf } from "./api.ts";

/**
 * The session's query: a 401 means a guest. Fresh for 5 minutes, dropped after 10, never asked again on focus. Where the
 * page itself came to a guest, that is known already.
 */
export const sessionQuery = {
  queryKey: keyOf(sessionContract.getUser),
  queryFn: async (): Promise<User | null> => {
    try {
      return await call(sessionContract.getUser, {});
    } catch (error) {
      if (error instanceof CallError && error.status === 401) return null;
      throw error;
    }
  },
  initialData: () => (cameToGuest() ? null : undefined),
  staleTime: 300_000,
  gcTime: 600_000,
  refetchOnWindowFocus: false,
} as const;

const cameToGuest = () => document.querySelector(`meta[name=${visitorMeta}][content=guest]`) !== null;

/** Keeps who is signed in from now on. */
export function keepUser(client: QueryClient, user: User): void {
  document.querySelector(`meta[name=${visitorMeta}]`)?.remove();
  client.setQueryData(sessionQuery.queryKey, user);
}

/** The signed-in user, or null for a guest; `isLoading` until it is known. */
export function useSession(): { readonly user: User | null; readonly isLoading: boolean } {
  const { data, isLoading } = useQuery(sessionQuery);
  return { user: data ?? null, isLoading };
}

/** The signed-in user, or null for a guest. */
export function useUser(): User | null {
  return useSession().user;
}
