import webPush from "web-push";
import type { PushRequest } from "#server/http/security/web-push-client.ts";
import type { Settings } from "#server/settings.ts";
import type { KeyPair, Subscription } from "./queries.ts";

export interface EncryptedPush {
  readonly ttl: number;
  readonly urgency: "normal" | "high";
  /** A newer message replaces a pending one with the same topic. At most 32 characters. */
  readonly topic: string;
}

const tokenSeconds = 12 * 3_600;

export function encryptMessage(
  { publicKey, privateKey }: KeyPair,
  subject: string,
  { endpoint, p256dh, auth }: Subscription,
  payload: unknown,
  { ttl, urgency, topic }: EncryptedPush,
  nowMs: number,
): PushRequest {
  const { cipherText: body } = webPush.encrypt(p256dh, auth, JSON.stringify(payload), "aes128gcm");
  return {
    endpoint,
    body,
    headers: {
      "Content-Type": "application/octet-stream",
      "Content-Encoding": "aes128gcm",
      "Content-Length": body.length,
      TTL: ttl,
      Urgency: urgency,
      Topic: topic,
      Authorization: createAuthorization(new URL(endpoint).origin, subject, publicKey, privateKey, nowMs),
    },
  };
}

export function getVapidSubject({ isHttps, origins, contactEmail }: Settings): string {
  return isHttps ? origins[0] : `mailto:${contactEmail}`;
}

interface Token {
  readonly text: string;
  readonly untilMs: number;
}

/** Signing is slower than encrypting: one signature serves all messages to a push service for hours. */
const tokens = new Map<string, Token>();
const maxTokens = 1_000;

function createAuthorization(
  audience: string,
  subject: string,
  publicKey: string,
  privateKey: string,
  nowMs: number,
): string {
  const name = `${audience} ${subject} ${publicKey}`;
  const cached = tokens.get(name);
  if (cached && cached.untilMs > nowMs && cached.untilMs <= nowMs + tokenSeconds * 1000) return cached.text;
  if (tokens.size >= maxTokens) tokens.clear();
  const expires = Math.floor(nowMs / 1000) + tokenSeconds;
  const { Authorization: text } = webPush.getVapidHeaders(
    audience,
    subject,
    publicKey,
    privateKey,
    "aes128gcm",
    expires,
  );
  // Half of the lifetime, as tolerance for wrong clocks.
  tokens.set(name, { text, untilMs: nowMs + (tokenSeconds / 2) * 1000 });
  return text;
}
