import { createHmac, randomUUID } from "node:crypto";
import type { User } from "#shared/accounts/user.ts";
import { sessionStore } from "#server/http/session.ts";
import type { Services } from "#server/services.ts";

/** Signs a user in without the screen: the value of the browser's `Cookie` header. */
export async function cookieOf(services: Services, user: User): Promise<string> {
  const id = randomUUID();
  const kept = { cookie: { originalMaxAge: null }, passport: { user: user.id } };
  await new Promise<void>((done) => sessionStore(services).set(id, kept as never, () => done()));
  const signature = createHmac("sha256", services.settings.secret)
    .update(id)
    .digest("base64")
    .replace(/=+$/, "");
  return `sid=${encodeURIComponent(`s:${id}.${signature}`)}`;
}
