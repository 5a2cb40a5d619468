/**
 * Where mailed links lead: the sign-in screen, with the token behind `#`, which browsers send to no server and no
 * other site.
 */
const marks = { "reset-password": "reset", "verify-email": "verify", "change-email": "address" } as const;

export type EmailLinkPurpose = keyof typeof marks;
const purposes = Object.keys(marks) as EmailLinkPurpose[];

/** The path that a mail of this purpose links to: `/auth#reset=…`, `/auth#verify=…` or `/auth#address=…`. */
export function emailLinkPath(purpose: EmailLinkPurpose, token: string): string {
  return `/auth#${marks[purpose]}=${token}`;
}

/** Reads `location.hash` on the sign-in screen; null when no mail led there. */
export function readEmailLink(
  hash: string,
): { readonly purpose: EmailLinkPurpose; readonly token: string } | null {
  const found = /^#(reset|verify|address)=([\w-]{20,100})$/.exec(hash);
  if (!found) return null;
  const purpose = purposes.find((known) => marks[known] === found[1]);
  return purpose ? { purpose, token: found[2] ?? "" } : null;
}
