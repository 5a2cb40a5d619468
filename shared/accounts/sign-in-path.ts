/** The sign-in page, which leads back to a path afterwards. */
export const getSignInPath = (returnTo: string): string => `/auth?returnTo=${encodeURIComponent(returnTo)}`;
