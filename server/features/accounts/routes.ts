import { accountsContract, accountsStreams } from "#shared/accounts/contract.ts";
import { bindRoutes, bindStreams, combineRoutes } from "#server/http/api/bind-contract.ts";
import { addStrategy } from "#server/http/session/passport-session.ts";
import type { Services } from "#server/services.ts";
import * as appTokens from "./app-tokens/app-tokens.ts";
import { deleteAccount } from "./deletion.ts";
import * as emails from "./emails/email-change.ts";
import * as exports from "./exports.ts";
import * as passkeys from "./passkeys/passkeys.ts";
import * as passkeySignIn from "./passkeys/sign-in.ts";
import * as passwords from "./passwords/password-service.ts";
import { PasswordStrategy, passwordStrategy } from "./passwords/password-strategy.ts";
import * as pictures from "./picture.ts";
import * as profile from "./profile.ts";
import * as oidc from "./sign-in/oidc-login.ts";
import * as sessions from "./sign-in/sessions.ts";
import * as signIn from "./sign-in/sign-in.ts";
import * as signInOptions from "./sign-in/sign-in-options.ts";
import * as signOut from "./sign-in/sign-out.ts";
import { undoRegistration } from "./sign-in/undo-registration.ts";
import * as twoFactor from "./two-factor/two-factor.ts";

const signInHandlers = { ...signInOptions, ...signIn, ...oidc, ...passkeySignIn, ...signOut };
const credentials = { ...passwords, ...passkeys, ...twoFactor, ...appTokens, ...emails, ...sessions };
const account = { ...profile, undoRegistration, deleteAccount };
const files = { ...pictures, ...exports };

const combined = combineRoutes(
  bindRoutes(accountsContract, { ...signInHandlers, ...credentials, ...account, ...files }),
  bindStreams(accountsStreams, { ...oidc, ...signOut, ...files }),
);

export const accountsRoutes = Object.assign(
  (services: Services) => {
    addStrategy(services, passwordStrategy, new PasswordStrategy(services));
    return combined(services);
  },
  { operations: combined.operations },
);
