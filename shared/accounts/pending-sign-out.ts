/**
 * The cookie that a page sets when it signs out without a connection. The server ends the session of the first
 * request that has it, so that the account does not come back.
 */
export const getPendingSignOutCookie = (isHttps: boolean): string =>
  isHttps ? "__Host-sign-out" : "sign-out";
