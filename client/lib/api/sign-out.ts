import type { QueryClient } from "@tanstack/react-query";
import type { UserId } from "#shared/accounts/user.ts";
import { openBroadcastChannel } from "#client/lib/broadcast-channel.ts";
import { getLastUser, setLastUser } from "./last-user.ts";

const maxWaitMs = 1_000;

/** Tabs of one browser share a session, so they sign out together. */
const channelName = "maktaba-sign-out";
const message = { leaving: "signing out", saving: "saving", saved: "saved" } as const;

const responseTimeoutMs = 100;
const reachableTimeoutMs = 3_000;

type SignOutTask = () => Promise<void>;

const tasks = new Set<SignOutTask>();

/**
 * Runs before sign-out, while requests are still authenticated.
 *
 * @returns a function that removes it
 */
export function onBeforeSignOut(task: SignOutTask): () => void {
  tasks.add(task);
  return () => void tasks.delete(task);
}

interface SignOutHandlers {
  /** Called instead when the server does not answer: the session goes on. */
  readonly onUnreachable: () => void;
  /** Whether to sign out, which deletes what could not be sent. */
  readonly confirm: (userId: UserId) => Promise<boolean>;
  readonly deleteUnsent: (userId: UserId) => void;
}

export async function signOut(
  client: QueryClient,
  { onUnreachable, confirm, deleteUnsent }: SignOutHandlers,
): Promise<void> {
  if (!(await isServerReachable())) {
    onUnreachable();
    return;
  }
  const user = getLastUser();
  if (user && !(await confirm(user.id))) return;
  const timeout = new Promise((resolve) => setTimeout(resolve, maxWaitMs));
  await Promise.race([Promise.all([runTasks(), waitForOtherTabs()]), timeout]);
  client.clear();
  if (user) deleteUnsent(user.id);
  setLastUser(null);
  // Going back restores this page from the back-forward cache, as it was.
  addEventListener("pageshow", () => location.reload());
  try {
    location.assign("/api/logout");
  } catch {
    location.assign("/");
  }
}

/**
 * Runs the handlers of this tab when another tab signs out.
 *
 * @returns a function that stops
 */
export function followSignOut(): () => void {
  const channel = openBroadcastChannel(channelName);
  if (!channel) return () => {};
  channel.addEventListener("message", ({ data }) => {
    if (data !== message.leaving) return;
    channel.postMessage(message.saving);
    void runTasks().then(() => channel.postMessage(message.saved));
  });
  return () => channel.close();
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

const runTasks = () => Promise.allSettled([...tasks].map((task) => task()));

/** A navigation that fails would end on the browser's error page. A request that is not a navigation does not sign out. */
async function isServerReachable(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(reachableTimeoutMs);
    return (await fetch("/api/logout", { method: "HEAD", cache: "no-store", signal })).ok;
  } catch {
    return false;
  }
}
