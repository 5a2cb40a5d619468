import { getDirection, getLanguage } from "#shared/api/language.ts";
import type { PushPayload } from "#shared/push/payload.ts";
import type {
  NotificationClickEvent,
  Page,
  PushEvent,
  SubscriptionChangeEvent,
  WorkerScope,
} from "./scope.ts";

type Scope = Pick<WorkerScope, "location" | "registration" | "clients" | "addEventListener">;

type PushData = Omit<PushPayload, "until"> & { readonly until?: string };

export function listenForPush(scope: Scope): void {
  scope.addEventListener("push", (event) => event.waitUntil(show(scope, event)));
  scope.addEventListener("notificationclick", (event) => event.waitUntil(focusOrOpen(scope, event)));
  scope.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(resubscribe(scope, event)));
}

async function show(scope: Scope, { data }: PushEvent): Promise<void> {
  const message = data?.json() as PushData | undefined;
  if (!message?.title) return;
  const { kind, title, body, lang, url, tag, until } = message;
  const isShownByPage = kind === "prayer" && (await listPages(scope)).some(isVisible);
  const isExpired = until !== undefined && Date.now() > Date.parse(until) + graceMs;
  const silent = message.isSilent || isShownByPage || isExpired;
  await scope.registration.showNotification(title, {
    body,
    lang,
    tag,
    silent,
    data: { url },
    dir: getDirection(getLanguage(lang) ?? "en"),
    icon: "/assets/app-192-1.png",
    // A later notification with the same tag alerts again.
    ...(!silent && { renotify: true }),
  } as NotificationOptions);
}

/** Tolerance for inaccurate device clocks. */
const graceMs = 60_000;

const isVisible = ({ visibilityState }: Page) => visibilityState === "visible";

const listPages = ({ clients }: Scope) => clients.matchAll({ type: "window", includeUncontrolled: true });

/** Focuses a tab that shows what the URL leads to, else opens it; same origin only. */
async function focusOrOpen(scope: Scope, { notification }: NotificationClickEvent): Promise<void> {
  notification.close();
  const { origin } = scope.location;
  const to = new URL((notification.data as { readonly url?: string } | null)?.url ?? "/", origin);
  if (to.origin !== origin) return;
  const open = (await listPages(scope)).find(({ url }) => isShownBy(new URL(url), to));
  await (open ? open.focus() : scope.clients.openWindow(to.href));
}

/** Whether a page shows what a URL leads to; the page may have further parameters. */
function isShownBy(page: URL, to: URL): boolean {
  if (page.pathname !== to.pathname || (to.hash !== "" && page.hash !== to.hash)) return false;
  return [...to.searchParams].every(([name, value]) => page.searchParams.get(name) === value);
}

/** Subscribes again after the browser changed the subscription. */
async function resubscribe({ registration }: Scope, event: SubscriptionChangeEvent): Promise<void> {
  const { oldSubscription, newSubscription } = event;
  const next = newSubscription ?? (await registration.pushManager.getSubscription()) ?? (await renew());
  const { endpoint, keys } = next.toJSON();
  await fetch("/api/push/devices", {
    method: "PUT",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ endpoint, keys, ...(oldSubscription && { replaces: oldSubscription.endpoint }) }),
  });

  async function renew(): Promise<PushSubscription> {
    const { key } = await (await fetch("/api/push/key")).json();
    return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  }
}
