import { createECDH } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:tls";
import type { Database } from "#server/db/client.ts";
import { findVapidKeys, listPushHosts } from "#server/features/push/service.ts";
import type { Settings } from "#server/settings.ts";
import { isLocal } from "./check-settings.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

const timeoutMs = 3_000;

/** Contacts only push services that devices of this site use. */
export async function checkPush(
  db: Database,
  { isHttps, origins: [origin] }: Pick<Settings, "isHttps" | "origins">,
): Promise<Finding> {
  if (!isHttps && !isLocal(origin)) return warning("push-insecure");
  const keys = await findVapidKeys(db);
  if (keys && !arePair(keys)) return problem("push-keys");
  const hosts = await listPushHosts(db);
  if (hosts.length === 0) return ok("push-unused");
  const reached = await Promise.all(hosts.map(isReachable));
  const unreachable = hosts.filter((_, at) => !reached[at]);
  return unreachable.length === 0
    ? ok("push")
    : warning("push-unreachable", { hosts: unreachable.join(", ") });
}

/** Whether the private key has the public one, which browsers subscribed with. */
export function arePair({ publicKey, privateKey }: { publicKey: string; privateKey: string }): boolean {
  const pair = createECDH("prime256v1");
  try {
    pair.setPrivateKey(Buffer.from(privateKey, "base64url"));
    return pair.getPublicKey().equals(Buffer.from(publicKey, "base64url"));
  } catch {
    return false;
  }
}

async function isReachable(host: string): Promise<boolean> {
  const [hostname = "", port = "443"] = host.split(":");
  const socket = connect({ host: hostname, port: Number(port), servername: hostname });
  const timer = setTimeout(() => socket.destroy(new Error("timeout")), timeoutMs);
  try {
    await once(socket, "secureConnect");
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}
