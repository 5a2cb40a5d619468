import { createHmac, randomBytes } from "node:crypto";

const secretPrefix = "whsec_";

export const createSecret = (): string => `${secretPrefix}${randomBytes(32).toString("base64")}`;

interface SignedMessage {
  readonly id: string;
  readonly payload: string;
  readonly sentAt: Date;
}

/**
 * The headers of the Standard Webhooks convention.
 *
 * @param secrets each adds a signature, so that receivers can change theirs within a day
 */
export function signMessage(
  { id, payload, sentAt }: SignedMessage,
  secrets: readonly string[],
): Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(secretPrefix.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${payload}`).digest("base64")}`;
  });
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") };
}
