import { createECDH, randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { PushDeviceId } from "#shared/push/contract.ts";
import { size } from "#server/bench/core/load.ts";
import { encryptMessage } from "#server/features/push/encrypt.ts";
import { deliver } from "#server/features/push/service.ts";
import { getVapidKeys } from "#server/features/push/vapid-keys.ts";
import { createWebPushClient } from "#server/http/security/web-push-client.ts";
import type { Services } from "#server/services.ts";
import { getFixturePath } from "#server/testing/fixtures/fixture.ts";

const seconds = size(4, 1);
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
  const p256dh = createECDH("prime256v1").generateKeys("base64url");
  return {
    id: PushDeviceId.parse(crypto.randomUUID()),
    endpoint,
    p256dh,
    auth: randomBytes(16).toString("base64url"),
  };
}

export async function measureEncryption(services: Pick<Services, "db">): Promise<number> {
  const keys = await getVapidKeys(services);
  const subscription = createSubscription("https://fcm.googleapis.com/fcm/send/x");
  const run = (ms: number) => {
    const until = performance.now() + ms;
    let count = 0;
    for (; performance.now() < until; count++)
      encryptMessage(keys, "mailto:a@example.org", subscription, payload, options, Date.now());
    return count / (ms / 1000);
  };
  run(1_000);
  return run(seconds * 1_000);
}

export async function measureSending(services: Services): Promise<number> {
  const readFixture = (name: string) => readFileSync(getFixturePath(`push/localhost.${name}`));
  const server = createServer({ key: readFixture("key"), cert: readFixture("crt") }, (req, res) => {
    req.resume().on("end", () => res.writeHead(201).end());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const host = `localhost:${(server.address() as AddressInfo).port}`;
  const settings = { ...services.settings, pushHosts: [host] };
  const webPushClient = createWebPushClient(settings, { ca: readFixture("crt") });
  const stubServices = { ...services, settings, webPushClient };
  const subscription = createSubscription(`https://${host}/x`);

  let sent = 0;
  const send = async (until: number) => {
    while (performance.now() < until) {
      const { kind } = await deliver(stubServices, subscription, payload, options);
      if (kind !== "sent") throw new Error(`A message was rejected: ${kind}`);
      sent += 1;
    }
  };
  const sendAll = (ms: number) =>
    Promise.all(Array.from({ length: concurrency }, () => send(performance.now() + ms)));
  await sendAll(1_500);
  sent = 0;
  await sendAll(seconds * 1_000);
  webPushClient.close();
  server.close();
  server.closeAllConnections();
  return sent / seconds;
}
