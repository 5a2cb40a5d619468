import { useQuery } from "@tanstack/react-query";
import { accountsContract } from "#shared/accounts/contract.ts";
import type { User } from "#shared/accounts/user.ts";
import { CallError, call } from "#shared/kernel/call.ts";
import { keyOf } from "./api.ts";

/** The session's query: a 401 means a guest. Fresh for 5 minutes, dropped after 10, never asked again on focus. */
export const sessionQuery = {
  queryKey: keyOf(accountsContract.getUser),
  queryFn: async (): Promise<User | null> => {
    try {
      return await call(accountsContract.getUser, {});
    } catch (error) {
      if (error instanceof CallError && error.status === 401) return null;
      throw error;
    }
  },
  staleTime: 300_000,
  gcTime: 600_000,
  refetchOnWindowFocus: false,
} as const;

/** The signed-in user, or null for a guest; `isLoading` until it is known. */
export function useSession(): { readonly user: User | null; readonly isLoading: boolean } {
  const { data, isLoading } = useQuery(sessionQuery);
  return { user: data ?? null, isLoading };
}

/** The signed-in user, or null for a guest. */
export function useUser(): User | null {
  return useSession().user;
}
