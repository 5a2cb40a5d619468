import type { HttpExchange } from "#server/http/session/passport-session.ts";
import { openSession } from "#server/http/session/session.ts";
import type { Services } from "#server/services.ts";

const validMs = 5 * 60_000;

type Purpose = "add" | "sign-in";

/** Passkeys belong to the host of the public origin. */
export const getRpId = ({ settings }: Pick<Services, "settings">): string =>
  new URL(settings.origins[0]).hostname;

/** Keeps the challenge in the session. */
export async function saveChallenge(
  context: Services & HttpExchange,
  purpose: Purpose,
  challenge: string,
): Promise<void> {
  const { req, res } = context;
  await openSession(context, req, res);
  req.session.passkeyChallenge = { purpose, challenge, until: context.clock().getTime() + validMs };
}

/** The challenge of the session, which works once; null for none. */
export async function takeChallenge(
  context: Services & HttpExchange,
  purpose: Purpose,
): Promise<string | null> {
  const { req, res } = context;
  await openSession(context, req, res);
  const saved = req.session.passkeyChallenge;
  delete req.session.passkeyChallenge;
  const isValid = saved?.purpose === purpose && saved.until > context.clock().getTime();
  return isValid ? saved.challenge : null;
}
