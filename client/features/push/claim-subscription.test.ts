import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CallError } from "#shared/api/http-client.ts";
import { type PushDevice, PushDeviceId, pushContract } from "#shared/push/contract.ts";
import { reply, stubCalls } from "#client/testing/stub-calls.ts";
import { claimSubscription } from "./claim-subscription.ts";
import { hashEndpoint } from "./push-subscription.ts";

const { listDevices, addDevice } = pushContract;
const endpoint = "https://push.example/here";
const keys = { p256dh: "pub", auth: "sec" };
const unsubscribe = vi.fn(async () => true);
const subscription = { endpoint, unsubscribe, toJSON: () => ({ endpoint, keys }) };

beforeEach(() => {
  const worker = { pushManager: { getSubscription: async () => subscription } };
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", { permission: "granted" });
  Object.defineProperty(navigator, "serviceWorker", {
    configurable: true,
    value: { getRegistration: async () => worker },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  Reflect.deleteProperty(navigator, "serviceWorker");
});

const makeDevice = (endpointHash: string): PushDevice => ({
  id: PushDeviceId.parse("0d000000-0000-4000-8000-000000000001"),
  name: "Available",
  endpointHash,
  isOn: true,
  prayerAlerts: true,
  createdAt: new Date(),
  lastSucceededAt: null,
  lastError: null,
});

test("a user's own device is updated with the session", async () => {
  const own = makeDevice(await hashEndpoint(subscription));
  const { calls } = stubCalls(reply(listDevices, [own]), reply(addDevice, own));
  expect(await claimSubscription()).toBe("own");
  expect(calls.at(-1)).toMatchObject({ method: "PUT", body: { endpoint, keys } });
  expect(unsubscribe).not.toHaveBeenCalled();
});

test("a subscription of another user in this browser is removed", async () => {
  stubCalls(reply(listDevices, [makeDevice("of another browser")]));
  expect(await claimSubscription()).toBe("ended");
  expect(unsubscribe).toHaveBeenCalledOnce();
});

test("a subscription with an unknown owner stays", async () => {
  stubCalls();
  await expect(claimSubscription()).rejects.toBeInstanceOf(CallError);
  expect(unsubscribe).not.toHaveBeenCalled();
});
