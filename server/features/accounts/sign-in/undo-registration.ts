import { audit } from "#server/features/accounts/audit.ts";
import { deleteEmailsTo } from "#server/features/mail/service.ts";
import type { HttpContext } from "#server/http/api/context.ts";
import { conflict } from "#server/http/api/problem.ts";
import { broadcastUserChanged } from "#server/http/session/auth-cache.ts";
import { endSession, openSession } from "#server/http/session/session.ts";
import { deleteUser, hasData, lockUser } from "./undo-queries.ts";

/**
 * Deletes an account that this session created by signing in with an unknown address, and signs out.
 *
 * @throws {ProblemError} `conflict` for other accounts, and once the account has been used
 */
export async function undoRegistration(context: HttpContext): Promise<void> {
  const { user, req, res } = context;
  await openSession(context, req, res);
  if (req.session.registeredUser !== user.id) throw conflict("account_used");
  await context.db.transaction(async (tx) => {
    const isNew = (await lockUser(tx, user.id)) && !user.emailVerified;
    if (!isNew || (await hasData(tx, user.id))) throw conflict("account_used");
    await deleteUser(tx, user.id);
    await deleteEmailsTo(tx, user.email);
    await audit(context, "account.undone", user.id, user.id, {}, tx);
  });
  await endSession(context, req, res);
  // The device keeps what it stored before.
  res.removeHeader("Clear-Site-Data");
  await broadcastUserChanged(context, user.id);
}
