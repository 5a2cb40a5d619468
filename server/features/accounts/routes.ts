import { accountsContract, accountsStreams } from "#shared/accounts/contract.ts";
import { done } from "#shared/api/schemas.ts";
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
  getUser: (_input, { user }) => user,
  getSignInOptions: async (_input, { settings, ...services }) => ({
    productName: settings.productName,
    registration: (await getSiteSettings({ settings, ...services })).registration,
    registersOnSignIn: await isRegistrationOnSignInEnabled({ settings, ...services }),
    requiresSignUpChallenge: settings.requiresSignUpChallenge,
    passwordMinLength: settings.passwordMinLength,
    sendsEmail: settings.smtpUrl !== "",
    providerName: settings.oidc?.name ?? "",
  }),
  getProofOfWork: async (_input, services) => ({ challenge: await issueChallenge(services) }),
  signUp: ({ body }, { req, res, ...services }) => signUp(services, { req, res }, body),
  signIn: ({ body }, { req, res, ...services }) => signIn(services, { req, res }, body),
  finishSignIn: ({ body }, { req, res, ...services }) => finishSignIn(services, { req, res }, body.code),
  getTwoFactor: (_input, { user, ...services }) => getTwoFactor(services, user),
  setUpTwoFactor: ({ body }, { user, ...services }) => setUpTwoFactor(services, user, body.password),
  confirmTwoFactor: ({ body }, { user, req, ...services }) =>
    confirmTwoFactor(services, req, user, body.code),
  renewRecoveryCodes: ({ body }, { user, ...services }) => renewRecoveryCodes(services, user, body),
  turnOffTwoFactor: ({ body }, { user, ...services }) =>
    turnOffTwoFactor(services, user, body).then(() => done),
  listPasskeys: (_input, { user, ...services }) => listPasskeys(services, user),
  startPasskey: ({ body }, { user, req, res, ...services }) =>
    startPasskeyRegistration(services, { req, res }, user, body),
  addPasskey: ({ body }, { user, req, res, ...services }) => addPasskey(services, { req, res }, user, body),
  deletePasskey: ({ params, body }, { user, ...services }) =>
    deletePasskey(services, user, params.passkeyId, body.password).then(() => done),
  startPasskeySignIn: (_input, { req, res, ...services }) => startPasskeySignIn(services, { req, res }),
  signInWithPasskey: ({ body }, { req, res, ...services }) => signInWithPasskey(services, { req, res }, body),
  undoRegistration: (_input, { user, req, res, ...services }) =>
    undoRegistration(services, { req, res }, user).then(() => done),
  signOut: (_input, { req, res, ...services }) => signOut(services, { req, res }),
  changePassword: ({ body }, { user, req, ...services }) =>
    changePassword(services, { req }, user, body).then(() => done),
  forgotPassword: ({ body }, services) => requestPasswordReset(services, body.email).then(() => done),
  resetPassword: ({ body }, services) => resetPassword(services, body).then(() => done),
  verifyEmail: ({ body }, services) => verifyEmail(services, body.token).then(() => done),
  resendVerification: (_input, { user, ...services }) => resendVerification(services, user).then(() => done),
  changeEmail: ({ body }, { user, ...services }) => changeEmail(services, user, body).then(() => done),
  confirmEmailChange: ({ body }, services) => confirmEmailChange(services, body.token).then(() => done),
  listSessions: (_input, { user, req, ...services }) => listSessions(services, user.id, req),
  endSession: ({ params }, { user, ...services }) =>
    endOneSession(services, user.id, params.sessionId).then(() => done),
  endOtherSessions: (_input, { user, req, ...services }) =>
    endOtherSessions(services, user.id, req).then(() => done),
  updateProfile: ({ body }, { user, ...services }) => updateProfileColumns(services, user, body),
  updatePicture: ({ file }, { user, ...services }) => updatePicture(services, user, file),
  deletePicture: (_input, { user, ...services }) => deletePicture(services, user),
  getPreferences: (_input, { user, db }) => getPreferences(db, user.id),
  updatePreferences: ({ body }, { user, ...services }) => updatePreferences(services, user, body),
  requestExport: ({ body }, { user, ...services }) => requestExport(services, user, body.password),
  listExports: (_input, { user, ...services }) => listOwnExports(services, user.id),
  deleteAccount: ({ body }, { user, req, res, ...services }) =>
    deleteAccount(services, { req, res }, user, body.password),
});

const streams = bindStreams(accountsStreams, {
  startLogin: ({ query }, { req, res, ...services }) => startLogin(services, { req, res }, query.returnTo),
  finishLogin: (_input, { req, res, ...services }) => finishLogin(services, { req, res }),
  logout: (_input, { req, res, ...services }) => handleLogoutNavigation(services, { req, res }),
  getPicture: ({ params }, { req, res, storage }) => sendPicture({ storage }, params, { req, res }),
  getExport: ({ params }, { user, req, res, ...services }) =>
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
