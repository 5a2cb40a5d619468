import { createHmac, randomUUID } from "node:crypto";
import type { User } from "#shared/accounts/user.ts";
import { getSessionCookieName, getSessionStore } from "#server/http/session/session.ts";
import type { Services } from "#server/services.ts";

/** Signs a user in without the sign-in page. Returns the value of the `Cookie` header. */
export async function createSessionCookie(services: Services, user: Pick<User, "id">): Promise<string> {
  const id = randomUUID();
  const stored = {
    cookie: { originalMaxAge: null },
    passport: { user: user.id },
    startedAt: services.clock().getTime(),
    device: "Chrome/Linux",
    network: "127.0.0.0/24",
  };
  await new Promise<void>((resolve, reject) => {
    getSessionStore(services).set(id, stored, (error) => (error ? reject(error) : resolve()));
  });
  const signature = createHmac("sha256", services.settings.secret)
    .update(id)
    .digest("base64")
    .replace(/=+$/, "");
  return `${getSessionCookieName(services.settings)}=${encodeURIComponent(`s:${id}.${signature}`)}`;
}
