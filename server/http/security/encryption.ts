import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** Purpose of the text; each has its own key. */
type Purpose = "two-factor" | "email" | "webhook";

const deriveKey = (secret: string, purpose: Purpose) =>
  Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));

/**
 * AES-256-GCM under a key derived from the server's secret, so that a copy of the database does not suffice.
 */
export function encrypt(text: string, serverSecret: string, purpose: Purpose): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", deriveKey(serverSecret, purpose), iv);
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url");
}

/** Null when the server's secret has changed. */
export function decrypt(stored: string, serverSecret: string, purpose: Purpose): string | null {
  const bytes = Buffer.from(stored, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", deriveKey(serverSecret, purpose), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}
