import type { QueryClient } from "@tanstack/react-query";
import type { User } from "#shared/accounts/user.ts";
import { sessionQuery, setSessionUser } from "#client/lib/api/session.ts";

/** Replaces everything of the guest by the signed-in user. */
export function enterSession(client: QueryClient, user: User): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
  setSessionUser(client, user);
  void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
}
