import { readFileSync } from "node:fs";
import { PushDeviceId } from "#shared/push/contract.ts";
import { measurePerSecond, size } from "#server/bench/core/load.ts";
import { encryptMessage } from "#server/features/push/encrypt.ts";
import { deliver } from "#server/features/push/service.ts";
import { getVapidKeys } from "#server/features/push/vapid-keys.ts";
import { createWebPushClient } from "#server/http/security/web-push-client.ts";
import type { Services } from "#server/services.ts";
import { createPushBrowser } from "#server/testing/peers/push-browser.ts";
import { startPushServer } from "#server/testing/peers/push-server.ts";

const encryptions = size(10_000, 500);
const deliveries = size(4_000, 500);
const concurrency = 100;
const payload = {
  kind: "prayer",
  title: "It is time for Maghrib",
  body: "6:42 PM",
  lang: "en",
  url: "/athan-demo",
  tag: "prayer 2026-03-01 maghrib",
  isSilent: false,
  until: new Date(),
};
const options = { ttl: 90, urgency: "high", topic: "2026-03-01-maghrib" } as const;

function createSubscription(endpoint: string) {
  const { keys } = createPushBrowser(endpoint).subscription;
  return { id: PushDeviceId.parse(crypto.randomUUID()), endpoint, ...keys };
}

export async function measureEncryption(services: Pick<Services, "db">): Promise<number> {
  const keys = await getVapidKeys(services);
  const subscription = createSubscription("https://fcm.googleapis.com/fcm/send/x");
  const run = () =>
    measurePerSecond(encryptions, 1, () => {
      encryptMessage(keys, "mailto:a@example.org", subscription, payload, options, Date.now());
    });
  await run();
  return run();
}

export async function measureSending(services: Services): Promise<number> {
  const { host, certificate, close } = await startPushServer((req, res) => {
    req.resume().on("end", () => res.writeHead(201).end());
  });
  const settings = { ...services.settings, pushHosts: [host] };
  const webPushClient = createWebPushClient(settings, { ca: readFileSync(certificate) });
  const stubServices = { ...services, settings, webPushClient };
  const subscription = createSubscription(`https://${host}/x`);

  const run = () =>
    measurePerSecond(deliveries, concurrency, async () => {
      const { kind } = await deliver(stubServices, subscription, payload, options);
      if (kind !== "sent") throw new Error(`A message was rejected: ${kind}`);
    });
  await run();
  const rate = await run();
  webPushClient.close();
  close();
  return rate;
}
