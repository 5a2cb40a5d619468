import { createECDH, randomBytes } from "node:crypto";
import ece from "http_ece";
import type { PushSubscriptionInput } from "#shared/push/contract.ts";
import { PushPayload } from "#shared/push/payload.ts";
import type { PushRequest } from "#server/http/security/web-push-client.ts";

export function createPushBrowser(
  endpoint = `https://fcm.googleapis.com/fcm/send/${randomBytes(16).toString("hex")}`,
) {
  const ecdh = createECDH("prime256v1");
  const p256dh = ecdh.generateKeys("base64url");
  const auth = randomBytes(16);
  return {
    subscription: {
      endpoint,
      keys: { p256dh, auth: auth.toString("base64url") },
      name: "Firefox on Linux",
    } satisfies PushSubscriptionInput,

    open({ body }: Pick<PushRequest, "body">): PushPayload {
      const opened = ece.decrypt(body, {
        version: "aes128gcm",
        privateKey: ecdh,
        dh: p256dh,
        authSecret: auth.toString("base64url"),
      });
      return PushPayload.parse(JSON.parse(opened.toString()));
    },
  };
}
