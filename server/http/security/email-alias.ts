const gmailDomains: ReadonlySet<string> = new Set(["gmail.com", "googlemail.com"]);

/** The mailbox of a normalized address: without `+tag`, and for Gmail without dots. */
export function removeAlias(email: string): string {
  const [local = "", domain = ""] = email.split("@");
  const [name = ""] = local.split("+");
  return gmailDomains.has(domain) ? `${name.replaceAll(".", "")}@gmail.com` : `${name}@${domain}`;
}

/** An address as it is counted, in any spelling. */
export const normalizeEmail = (email: string): string =>
  email.normalize("NFKC").trim().toLowerCase().slice(0, 254);
