import webPush from "web-push";
import type { Services } from "#server/services.ts";
import { findKeys, insertKeys, type KeyPair } from "./queries.ts";

const cache = new WeakMap<object, KeyPair>();

export async function getVapidKeys({ db }: Pick<Services, "db">): Promise<KeyPair> {
  const keys = cache.get(db) ?? (await findKeys(db)) ?? (await createKeys({ db }));
  cache.set(db, keys);
  return keys;
}

async function createKeys({ db }: Pick<Services, "db">): Promise<KeyPair> {
  await insertKeys(db, webPush.generateVAPIDKeys());
  const existing = await findKeys(db);
  if (!existing) throw new Error("The keys for push messages could not be stored.");
  return existing;
}

/** The public key that a browser subscribes with. */
export const getKey = async (context: Pick<Services, "db">) => ({
  key: (await getVapidKeys(context)).publicKey,
});
