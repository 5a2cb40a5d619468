import { call } from "#shared/api/http-client.ts";
import { pushContract } from "#shared/push/contract.ts";
import { findSubscription, hashEndpoint, withLock } from "./push-subscription.ts";

/**
 * Assigns this browser's subscription to the current session; another user's is removed.
 *
 * @returns `ended` when it was another user's
 */
export function claimSubscription(): Promise<"own" | "ended" | "none"> {
  return withLock(async () => {
    const subscription = await findSubscription();
    if (!subscription) return "none";
    const endpointHash = await hashEndpoint(subscription);
    const devices = await call(pushContract.listDevices, {});
    if (!devices.some((device) => device.endpointHash === endpointHash)) {
      await subscription.unsubscribe();
      return "ended";
    }
    const { endpoint = "", keys } = subscription.toJSON();
    const { p256dh = "", auth = "" } = keys ?? {};
    await call(pushContract.addDevice, { body: { endpoint, keys: { p256dh, auth } } });
    return "own";
  });
}
