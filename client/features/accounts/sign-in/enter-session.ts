import type { QueryClient } from "@tanstack/react-query";
import type { User } from "#shared/accounts/user.ts";
import { sessionQuery, setSessionUser } from "#client/lib/api/session.ts";

/** Replaces everything of the guest by the signed-in user. */
export function enterSession(client: QueryClient, user: User): void {
  removeOtherQueries(client);
  setSessionUser(client, user);
  void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
}

/** Replaces everything of the user by a guest, after the server ended the session. */
export function leaveSession(client: QueryClient): void {
  removeOtherQueries(client);
  setSessionUser(client, null);
}

function removeOtherQueries(client: QueryClient): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
}
