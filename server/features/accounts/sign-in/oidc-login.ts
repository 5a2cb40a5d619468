import * as oidc from "openid-client";
import type { accountsContract, accountsStreams } from "#shared/accounts/contract.ts";
import { toOwnPath } from "#shared/accounts/return-to.ts";
import type { User, UserId } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import { audit } from "#server/features/accounts/audit.ts";
import { findAccountById } from "#server/features/accounts/queries.ts";
import type { GuestHttpContext } from "#server/http/api/context.ts";
import { ProblemError, reason, unavailable } from "#server/http/api/problem.ts";
import { getRequestLanguage } from "#server/http/api/request-language.ts";
import type { HttpExchange } from "#server/http/session/passport-session.ts";
import { openSession } from "#server/http/session/session.ts";
import { getAreaLog } from "#server/logging/log.ts";
import type { Services } from "#server/services.ts";
import type { OidcSettings } from "#server/settings.ts";
import { findOrCreateUser } from "./oidc-users.ts";
import { startSession } from "./sign-in.ts";

const scope = "openid email profile";

/** Redirects to the OpenID provider, or to the sign-in page when none is configured. */
export async function startLogin(
  context: GuestHttpContext,
  { query: { returnTo: requestedPath } }: InputOf<typeof accountsStreams.startLogin>,
): Promise<void> {
  const { req, res } = context;
  const { settings } = context;
  const returnTo = toOwnPath(requestedPath);
  if (!settings.oidc) return redirectToAuthPage(context, returnTo === null ? {} : { returnTo });

  const provider = await getProvider(context, settings.oidc);
  const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
  await openSession(context, req, res);
  req.session.provider = { state, nonce, verifier, returnTo: returnTo ?? "/home" };
  const url = oidc.buildAuthorizationUrl(provider, {
    redirect_uri: getCallbackUrl(context),
    scope,
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
  res.redirect(303, url.href);
}

const codeMs = 10 * 60_000;

/** Handles the provider's redirect and signs the user in. */
export async function finishLogin(context: GuestHttpContext): Promise<void> {
  const { req, res } = context;
  const { settings, log } = context;
  await openSession(context, req, res);
  const pending = req.session.provider;
  if (!settings.oidc || !pending) return redirectToAuthPage(context, { problem: "provider" });
  delete req.session.provider;
  let userId: UserId | null = null;
  try {
    const claims = await getClaims(context, settings.oidc, pending, req.originalUrl);
    const { user, isNew } = await findOrCreateUser(
      context,
      settings.oidc.issuer,
      claims,
      getRequestLanguage(req),
    );
    if (isNew) await audit(context, "account.created", user.id, user.id, { by: "provider" });
    userId = user.id;
    await startSession(context, user as User, { isRemembered: false });
    res.redirect(303, pending.returnTo);
  } catch (error) {
    if (userId && error instanceof ProblemError && error.reason?.code === "second_factor_required") {
      const until = context.clock().getTime() + codeMs;
      req.session.pendingCode = { userId, until, returnTo: pending.returnTo };
      return redirectToAuthPage(context, { step: "code" });
    }
    getAreaLog(log, "auth").warn(
      { event: "sign-in refused", reason: "provider", err: error },
      "sign-in refused",
    );
    redirectToAuthPage(context, { problem: "provider" });
  }
}

/**
 * Finishes a sign-in with the provider for an account with a second factor.
 *
 * @throws {ProblemError} `unauthenticated` for a wrong code, or when none is awaited
 */
export async function finishSignIn(
  context: GuestHttpContext,
  { body: { code } }: InputOf<typeof accountsContract.finishSignIn>,
) {
  const { req, res } = context;
  await openSession(context, req, res);
  const pendingCode = req.session.pendingCode;
  if (!pendingCode || pendingCode.until < context.clock().getTime()) {
    throw new ProblemError("unauthenticated", "sign_in_required");
  }
  const account = await findAccountById(context.db, pendingCode.userId, context.clock());
  if (!account) throw new ProblemError("unauthenticated", "sign_in_required");
  await startSession(context, account.user, { isRemembered: false, code });
  delete req.session.pendingCode;
  return { user: account.user, returnTo: pendingCode.returnTo };
}

async function getClaims(
  services: Services,
  settings: OidcSettings,
  pending: { readonly state: string; readonly nonce: string; readonly verifier: string },
  url: string,
): Promise<oidc.IDToken> {
  const callbackUrl = new URL(getCallbackUrl(services));
  callbackUrl.search = new URL(url, callbackUrl).search;
  const tokens = await oidc.authorizationCodeGrant(await getProvider(services, settings), callbackUrl, {
    expectedState: pending.state,
    expectedNonce: pending.nonce,
    pkceCodeVerifier: pending.verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new Error("The provider returned no claims.");
  return claims;
}

const getCallbackUrl = ({ settings }: Services) => `${settings.origins[0]}/api/login/callback`;

function redirectToAuthPage({ res }: HttpExchange, query: Readonly<Record<string, string>>): void {
  const search = new URLSearchParams(query).toString();
  res.redirect(303, search ? `/auth?${search}` : "/auth");
}

const providers = new WeakMap<OidcSettings, Promise<oidc.Configuration>>();

/** Discovers the provider's endpoints at the first sign-in and again after a failure. */
async function getProvider({ log }: Services, settings: OidcSettings): Promise<oidc.Configuration> {
  const provider = providers.get(settings) ?? discover(settings);
  providers.set(settings, provider);
  try {
    return await provider;
  } catch (error) {
    providers.delete(settings);
    getAreaLog(log, "auth").error({ err: error }, "the OpenID provider does not answer");
    throw unavailable(reason("provider_unavailable", { name: settings.name }));
  }
}

function discover({ issuer, clientId, clientSecret }: OidcSettings): Promise<oidc.Configuration> {
  const url = new URL(issuer);
  const isLoopback = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  return oidc.discovery(url, clientId, clientSecret, undefined, {
    timeout: 10,
    ...(isLoopback && { execute: [oidc.allowInsecureRequests] }),
  });
}
