/**
 * Links in emails lead to the sign-in page, with the token behind `#`, which browsers do not send to servers.
 */
const fragmentKeys = {
  "reset-password": "reset",
  "verify-email": "verify",
  "change-email": "address",
} as const;

export type EmailLinkPurpose = keyof typeof fragmentKeys;
const purposes = Object.keys(fragmentKeys) as EmailLinkPurpose[];

/** The path for a purpose: `/auth#reset=…`, `/auth#verify=…` or `/auth#address=…`. */
export function getEmailLinkPath(purpose: EmailLinkPurpose, token: string): string {
  return `/auth#${fragmentKeys[purpose]}=${token}`;
}

/** Parses `location.hash` on the sign-in page; null without a token. */
export function readEmailLink(
  hash: string,
): { readonly purpose: EmailLinkPurpose; readonly token: string } | null {
  const found = /^#(reset|verify|address)=([\w-]{20,100})$/.exec(hash);
  if (!found) return null;
  const purpose = purposes.find((each) => fragmentKeys[each] === found[1]);
  return purpose ? { purpose, token: found[2] ?? "" } : null;
}
