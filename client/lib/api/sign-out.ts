import type { QueryClient } from "@tanstack/react-query";
import type { UserId } from "#shared/accounts/user.ts";
import { openBroadcastChannel } from "#client/lib/broadcast-channel.ts";
import { runSignOutTasks } from "./before-sign-out.ts";
import { getLastUser, setLastUser } from "./last-user.ts";
import { onSignOutPending, setSignOutPending } from "./pending-sign-out.ts";
import { setSignOutCookie } from "./send-pending-sign-out.ts";

const maxWaitMs = 1_000;

/** Tabs of one browser share a session, so they sign out together. */
const channelName = "maktaba-sign-out";
const message = { leaving: "signing out", saving: "saving", saved: "saved" } as const;

const responseTimeoutMs = 100;
const reachableTimeoutMs = 3_000;

interface SignOutHandlers {
  /** Whether to sign out, which deletes what could not be sent. */
  readonly confirm: (userId: UserId, isReachable: boolean) => Promise<boolean>;
  /** Deletes what Clear-Site-Data does not, in the browsers that do not know it. */
  readonly deleteUnsent: (userId: UserId) => void | Promise<void>;
  readonly deleteDeviceData: () => Promise<void>;
  /** Shows the landing page to a guest, where a navigation would end on the browser's error page. */
  readonly showLandingPage: () => void;
}

/** Signs out, without a connection only on this device: the server ends the session at the next contact. */
export async function signOut(client: QueryClient, handlers: SignOutHandlers): Promise<void> {
  const isReachable = await isServerReachable();
  const user = getLastUser();
  if (user && !(await handlers.confirm(user.id, isReachable))) return;
  const timeout = new Promise((resolve) => setTimeout(resolve, maxWaitMs));
  await Promise.race([Promise.all([runSignOutTasks(), waitForOtherTabs()]), timeout]);
  if (!isReachable) return signOutOnDevice(handlers);
  client.clear();
  if (user) await Promise.race([handlers.deleteUnsent(user.id), timeout]);
  setLastUser(null);
  // Going back restores this page from the back-forward cache, as it was.
  addEventListener("pageshow", () => location.reload());
  try {
    location.assign("/api/logout");
  } catch {
    location.assign("/");
  }
}

async function signOutOnDevice({ deleteDeviceData, showLandingPage }: SignOutHandlers): Promise<void> {
  setSignOutCookie();
  setLastUser(null);
  const timeout = new Promise((resolve) => setTimeout(resolve, maxWaitMs));
  await Promise.race([deleteDeviceData(), timeout]);
  // Last, because it tells the other tabs, and deleting the data also deletes it.
  setSignOutPending(true);
  if (navigator.serviceWorker?.controller) location.replace("/");
  else showLandingPage();
}

/**
 * Runs the handlers of this tab when another tab signs out.
 *
 * @returns a function that stops
 */
export function followSignOut(): () => void {
  const channel = openBroadcastChannel(channelName);
  if (!channel) return onSignOutPending(() => location.replace("/"));
  channel.addEventListener("message", ({ data }) => {
    if (data !== message.leaving) return;
    channel.postMessage(message.saving);
    void runSignOutTasks().then(() => channel.postMessage(message.saved));
  });
  const stop = onSignOutPending(() => location.replace("/"));
  return () => {
    stop();
    channel.close();
  };
}

/**
 * Notifies the other tabs and resolves when all that answered have saved, because saving needs the session.
 */
async function waitForOtherTabs(): Promise<void> {
  const channel = openBroadcastChannel(channelName);
  if (!channel) return;
  let saving = 0;
  let isResponseTimeOver = false;
  await new Promise<void>((resolve) => {
    const update = () => isResponseTimeOver && saving === 0 && resolve();
    channel.addEventListener("message", ({ data }) => {
      if (data === message.saving) saving += 1;
      if (data === message.saved) saving -= 1;
      update();
    });
    channel.postMessage(message.leaving);
    setTimeout(() => {
      isResponseTimeOver = true;
      update();
    }, responseTimeoutMs);
    setTimeout(resolve, maxWaitMs);
  });
  channel.close();
}

/** A navigation that fails would end on the browser's error page. A request that is not a navigation does not sign out. */
async function isServerReachable(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(reachableTimeoutMs);
    return (await fetch("/api/logout", { method: "HEAD", cache: "no-store", signal })).ok;
  } catch {
    return false;
  }
}
