import { detectPlatform } from "#client/lib/pwa-install.ts";

/**
 * Push support of this browser: `install` means that iOS needs the app on the home screen first, `insecure` a
 * page over plain HTTP, `denied` that permission was denied.
 */
export type PushSupport = "supported" | "install" | "insecure" | "unsupported" | "denied";

export function getPushSupport(): PushSupport {
  if (!window.isSecureContext) return "insecure";
  const isApp = window.matchMedia?.("(display-mode: standalone)").matches ?? false;
  const canPush = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (!canPush) {
    const isPhone = detectPlatform(navigator.userAgent, navigator.maxTouchPoints) === "ios";
    return isPhone && !isApp ? "install" : "unsupported";
  }
  return Notification.permission === "denied" ? "denied" : "supported";
}

const timeoutMs = 20_000;

/** The subscription of this browser; null for none. */
export async function findSubscription(): Promise<PushSubscription | null> {
  if (getPushSupport() !== "supported") return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Why subscribing failed, as a message code for the reader. */
export class SubscribeError extends Error {
  readonly reason: "denied" | "not-ready" | "unreachable";

  constructor(reason: SubscribeError["reason"]) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Asks for permission and subscribes this browser. Must be called from a user gesture.
 *
 * @throws {SubscribeError} when permission is denied or the browser fails
 */
export async function subscribeHere(key: string): Promise<PushSubscriptionJSON> {
  if ((await Notification.requestPermission()) !== "granted") throw new SubscribeError("denied");
  const { pushManager } = await withTimeout(navigator.serviceWorker.ready, "not-ready");
  const existing = await pushManager.getSubscription();
  // A subscription for another VAPID key cannot receive messages.
  if (existing && !usesKey(existing, key)) await existing.unsubscribe();
  const subscribing = pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  return (await withTimeout(subscribing, "unreachable")).toJSON();
}

function usesKey({ options }: PushSubscription, key: string): boolean {
  const currentKey = options.applicationServerKey;
  if (!currentKey) return false;
  const text = btoa(String.fromCharCode(...new Uint8Array(currentKey)));
  return text.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "") === key;
}

async function withTimeout<T>(promise: Promise<T>, reason: SubscribeError["reason"]): Promise<T> {
  const timeout = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new SubscribeError(reason)), timeoutMs);
  });
  try {
    return await Promise.race([promise, timeout]);
  } catch {
    throw new SubscribeError(reason);
  }
}

/** This browser's id in the list of devices; null without a subscription. */
export async function getOwnEndpointHash(): Promise<string | null> {
  const subscription = await findSubscription();
  return subscription && hashEndpoint(subscription);
}

export async function hashEndpoint({ endpoint }: Pick<PushSubscription, "endpoint">): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  const text = btoa(String.fromCharCode(...new Uint8Array(hash)));
  return text.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** Uses a Web Lock where available, so that tabs do not subscribe at the same time. */
export async function withLock<T>(callback: () => Promise<T>): Promise<T> {
  return navigator.locks ? await navigator.locks.request("maktaba-push", callback) : await callback();
}
