import type { accountsContract } from "#shared/accounts/contract.ts";
import type { ReplyOf } from "#shared/api/contract.ts";
import { getSiteSettings } from "#server/features/site/service.ts";
import type { GuestContext } from "#server/http/api/context.ts";
import { issueChallenge } from "#server/http/security/proof-of-work.ts";
import { isRegistrationOnSignInEnabled } from "./sign-in.ts";

export async function getSignInOptions(
  context: GuestContext,
): Promise<ReplyOf<typeof accountsContract.getSignInOptions>> {
  const { settings } = context;
  return {
    productName: settings.productName,
    registration: (await getSiteSettings(context)).registration,
    registersOnSignIn: await isRegistrationOnSignInEnabled(context),
    requiresSignUpChallenge: settings.requiresSignUpChallenge,
    passwordMinLength: settings.passwordMinLength,
    sendsEmail: settings.smtpUrl !== "",
    providerName: settings.oidc?.name ?? "",
  };
}

export const getProofOfWork = async (context: GuestContext) => ({ challenge: await issueChallenge(context) });
