import { expect, test } from "vitest";
import webPush from "web-push";
import { PushDeviceId } from "#shared/push/contract.ts";
import { createPushBrowser } from "#server/testing/peers/push-browser.ts";
import { encryptMessage } from "./encrypt.ts";

const hourMs = 3_600_000;
const now = Date.UTC(2026, 2, 1);

test("one signature serves a push service for six of its twelve hours, unless the clock went back", () => {
  const keys = webPush.generateVAPIDKeys();
  const { endpoint, keys: browserKeys } = createPushBrowser().subscription;
  const id = PushDeviceId.parse("00000000-0000-4000-8000-000000000001");
  const sign = (nowMs: number, url = endpoint) => {
    const subscription = { id, endpoint: url, ...browserKeys };
    const options = { ttl: 60, urgency: "normal", topic: "t" } as const;
    const { headers } = encryptMessage(keys, "mailto:a@example.org", subscription, {}, options, nowMs);
    return String(headers["Authorization"]);
  };
  const getExpiry = (authorization: string) =>
    JSON.parse(Buffer.from(authorization.split(".")[1] ?? "", "base64url").toString()).exp * 1_000;

  const first = sign(now);
  expect(getExpiry(first)).toBe(now + 12 * hourMs);
  expect(sign(now + 6 * hourMs - 1)).toBe(first);
  const second = sign(now + 6 * hourMs);
  expect(getExpiry(second)).toBe(now + 18 * hourMs);
  expect(sign(now, "https://web.push.apple.com/abc")).not.toBe(second);
  expect(sign(now + 6 * hourMs)).toBe(second);
  expect(getExpiry(sign(now - 24 * hourMs))).toBe(now - 12 * hourMs);
});
