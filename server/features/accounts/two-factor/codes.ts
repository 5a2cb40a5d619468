import { createHash, randomInt } from "node:crypto";
import { Secret, TOTP } from "otpauth";

const stepSeconds = 30;

/** Base32, 160 bits. */
export const createSecret = (): string => new Secret({ size: 20 }).base32;

const getTotp = (secret: string, issuer: string, label: string) =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period: stepSeconds, digits: 6 });

/** The address for the QR code of an authenticator app. */
export const createOtpauthUri = (secret: string, issuer: string, email: string): string =>
  getTotp(secret, issuer, email).toString();

/** The time step of a valid code, one step early or late allowed; null for a wrong code. */
export function findStep(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const timestamp = now.getTime();
  const delta = getTotp(secret, "", "").validate({ token: code, timestamp, window: 1 });
  return delta === null ? null : Math.floor(timestamp / 1000 / stepSeconds) + delta;
}

/** Without characters that look alike. */
const alphabet = "23456789abcdefghjkmnpqrstuvwxyz";
const recoveryLength = 10;

/** About 49 bits. */
export function createRecoveryCode(): string {
  const code = Array.from({ length: recoveryLength }, () => alphabet[randomInt(alphabet.length)]).join("");
  return `${code.slice(0, 5)}-${code.slice(5)}`;
}

/** Spaces, dashes and upper case are ignored. */
export const normalizeCode = (code: string): string => code.replace(/[\s-]+/g, "").toLowerCase();

export const hashRecoveryCode = (code: string): string =>
  createHash("sha256").update(normalizeCode(code)).digest("base64url");
