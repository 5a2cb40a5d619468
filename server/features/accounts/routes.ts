import { accountsContract, accountsStreams } from "#shared/accounts/contract.ts";
import { getSiteSettings } from "#server/features/site/service.ts";
import {
  bindRoutes,
  bindStreams,
  combineRoutes,
  type FeatureRoutes,
} from "#server/http/api/bind-contract.ts";
import { issueChallenge } from "#server/http/security/proof-of-work.ts";
import { addStrategy } from "#server/http/session/passport-session.ts";
import type { Services } from "#server/services.ts";
import { deleteAccount } from "./deletion.ts";
import { changeEmail, confirmEmailChange } from "./emails/email-change.ts";
import { listOwnExports, requestExport, sendExport } from "./exports.ts";
import { addPasskey, deletePasskey, listPasskeys, startPasskeyRegistration } from "./passkeys/passkeys.ts";
import { signInWithPasskey, startPasskeySignIn } from "./passkeys/sign-in.ts";
import {
  changePassword,
  requestPasswordReset,
  resendVerification,
  resetPassword,
  verifyEmail,
} from "./passwords/password-service.ts";
import { PasswordStrategy, passwordStrategy } from "./passwords/password-strategy.ts";
import { deletePicture, sendPicture, updatePicture } from "./picture.ts";
import { updatePreferences, updateProfileColumns } from "./profile.ts";
import { getPreferences } from "./queries.ts";
import { finishLogin, finishSignIn, startLogin } from "./sign-in/oidc-login.ts";
import { endOneSession, endOtherSessions, listSessions } from "./sign-in/sessions.ts";
import { isRegistrationOnSignInEnabled, signIn, signUp } from "./sign-in/sign-in.ts";
import { handleLogoutNavigation, signOut } from "./sign-in/sign-out.ts";
import { undoRegistration } from "./sign-in/undo-registration.ts";
import {
  confirmTwoFactor,
  getTwoFactor,
  renewRecoveryCodes,
  setUpTwoFactor,
  turnOffTwoFactor,
} from "./two-factor/two-factor.ts";

const routes = bindRoutes(accountsContract, {
  getUser: ({ user }) => user,
  getSignInOptions: async ({ settings, ...services }) => ({
    productName: settings.productName,
    registration: (await getSiteSettings({ settings, ...services })).registration,
    registersOnSignIn: await isRegistrationOnSignInEnabled({ settings, ...services }),
    requiresSignUpChallenge: settings.requiresSignUpChallenge,
    passwordMinLength: settings.passwordMinLength,
    sendsEmail: settings.smtpUrl !== "",
    providerName: settings.oidc?.name ?? "",
  }),
  getProofOfWork: async (services) => ({ challenge: await issueChallenge(services) }),
  signUp: ({ req, res, ...services }, { body }) => signUp(services, { req, res }, body),
  signIn: ({ req, res, ...services }, { body }) => signIn(services, { req, res }, body),
  finishSignIn: ({ req, res, ...services }, { body }) => finishSignIn(services, { req, res }, body.code),
  getTwoFactor: ({ user, ...services }) => getTwoFactor(services, user),
  setUpTwoFactor: ({ user, ...services }, { body }) => setUpTwoFactor(services, user, body.password),
  confirmTwoFactor: ({ user, req, ...services }, { body }) =>
    confirmTwoFactor(services, req, user, body.code),
  renewRecoveryCodes: ({ user, ...services }, { body }) => renewRecoveryCodes(services, user, body),
  turnOffTwoFactor: ({ user, ...services }, { body }) => turnOffTwoFactor(services, user, body),
  listPasskeys: ({ user, ...services }) => listPasskeys(services, user),
  startPasskey: ({ user, req, res, ...services }, { body }) =>
    startPasskeyRegistration(services, { req, res }, user, body),
  addPasskey: ({ user, req, res, ...services }, { body }) => addPasskey(services, { req, res }, user, body),
  deletePasskey: ({ user, ...services }, { params, body }) =>
    deletePasskey(services, user, params.passkeyId, body.password),
  startPasskeySignIn: ({ req, res, ...services }) => startPasskeySignIn(services, { req, res }),
  signInWithPasskey: ({ req, res, ...services }, { body }) => signInWithPasskey(services, { req, res }, body),
  undoRegistration: ({ user, req, res, ...services }) => undoRegistration(services, { req, res }, user),
  signOut: ({ req, res, ...services }) => signOut(services, { req, res }),
  changePassword: ({ user, req, ...services }, { body }) => changePassword(services, { req }, user, body),
  forgotPassword: (services, { body }) => requestPasswordReset(services, body.email),
  resetPassword: (services, { body }) => resetPassword(services, body),
  verifyEmail: (services, { body }) => verifyEmail(services, body.token),
  resendVerification: ({ user, ...services }) => resendVerification(services, user),
  changeEmail: ({ user, ...services }, { body }) => changeEmail(services, user, body),
  confirmEmailChange: (services, { body }) => confirmEmailChange(services, body.token),
  listSessions: ({ user, req, ...services }) => listSessions(services, user.id, req),
  endSession: ({ user, ...services }, { params }) => endOneSession(services, user.id, params.sessionId),
  endOtherSessions: ({ user, req, ...services }) => endOtherSessions(services, user.id, req),
  updateProfile: ({ user, ...services }, { body }) => updateProfileColumns(services, user, body),
  updatePicture: ({ user, ...services }, { file }) => updatePicture(services, user, file),
  deletePicture: ({ user, ...services }) => deletePicture(services, user),
  getPreferences: ({ user, db }) => getPreferences(db, user.id),
  updatePreferences: ({ user, ...services }, { body }) => updatePreferences(services, user, body),
  requestExport: ({ user, ...services }, { body }) => requestExport(services, user, body.password),
  listExports: ({ user, ...services }) => listOwnExports(services, user.id),
  deleteAccount: ({ user, req, res, ...services }, { body }) =>
    deleteAccount(services, { req, res }, user, body.password),
});

const streams = bindStreams(accountsStreams, {
  startLogin: ({ req, res, ...services }, { query }) => startLogin(services, { req, res }, query.returnTo),
  finishLogin: ({ req, res, ...services }) => finishLogin(services, { req, res }),
  logout: ({ req, res, ...services }) => handleLogoutNavigation(services, { req, res }),
  getPicture: ({ req, res, storage }, { params }) => sendPicture({ storage }, params, { req, res }),
  getExport: ({ user, req, res, ...services }, { params }) =>
    sendExport(services, { req, res }, user, params.exportId),
});

const combined = combineRoutes(routes, streams);

export const accountsRoutes: FeatureRoutes = Object.assign(
  (services: Services) => {
    addStrategy(services, passwordStrategy, new PasswordStrategy(services));
    return combined(services);
  },
  { operations: combined.operations },
);
