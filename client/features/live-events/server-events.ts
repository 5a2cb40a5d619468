import type { QueryClient } from "@tanstack/react-query";
import { getUrl } from "#shared/api/http-client.ts";
import { topics } from "#shared/api/topics.ts";
import type { DiscussionId } from "#shared/community/discussion.ts";
import { eventStreams, LiveEvent } from "#shared/events/contract.ts";
import { invalidateTopics } from "#client/lib/api/query.ts";
import { tab } from "#client/lib/api/tab.ts";
import { openBroadcastChannel } from "#client/lib/broadcast-channel.ts";
import { listOpenDiscussions, OpenDiscussions, onOpenDiscussionsChange } from "./open-discussions.ts";

/**
 * A change, or the beginning of a connection, before which events may have been missed: `connected` for the first
 * one of a page, `missed` for another one.
 */
export type ServerEvent = LiveEvent | { readonly gap: "missed" | "connected" };

type Listener = (input: ServerEvent) => void;

const channelName = "maktaba-live";

type TabMessage =
  | { readonly tab: string; readonly discussionIds: readonly DiscussionId[] }
  | { readonly requestsState: true };

const listeners = new Set<(event: LiveEvent) => void>();

/**
 * For features that do more than refetch.
 *
 * @returns a function that stops
 */
export function onLiveEvent(listener: (event: LiveEvent) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** What a page may have missed between its first replies and its connection. */
const missedWhileConnecting = ["discussion", "post", "conversation", "message", "margin"] as const;

/** Refetches what an event of the server changed, and passes it to the features that listen. */
export function applyServerEvent(client: QueryClient, event: ServerEvent): Promise<void> {
  if ("gap" in event)
    return invalidateTopics(client, event.gap === "missed" ? topics : missedWhileConnecting);
  if (event.origin !== tab) {
    for (const listener of listeners) listener(event);
    return invalidateTopics(client, event.topics);
  }
  // The tab shows its own changes, but its positions only when a list is opened again.
  const isPosition = event.topics.includes("position");
  return invalidateTopics(client, isPosition ? ["position"] : [], { refetchType: "none" });
}

/** @returns a function that stops */
export const followServerEvents = (client: QueryClient): (() => void) =>
  subscribeToServerEvents((event) => void applyServerEvent(client, event));

/**
 * Subscribes to server-sent events. All tabs share one connection: the tab with the lock holds it and
 * broadcasts; when it closes, the next tab takes over. A page in the back-forward cache is not subscribed.
 *
 * @returns a function that stops
 */
export function subscribeToServerEvents(listener: Listener): () => void {
  let unsubscribe = subscribe(listener);
  const listening = new AbortController();
  const onTransition = ({ type, persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    unsubscribe();
    if (type === "pageshow") unsubscribe = subscribe(listener);
  };
  addEventListener("pagehide", onTransition, listening);
  addEventListener("pageshow", onTransition, listening);
  return () => {
    listening.abort();
    unsubscribe();
  };
}

function subscribe(listener: Listener): () => void {
  const stop = new AbortController();
  const channel = openBroadcastChannel(channelName);
  const discussions = new OpenDiscussions();
  const notifyAll = (event: ServerEvent) => {
    listener(event);
    channel?.postMessage(event);
  };
  const announceTab = () => {
    const discussionIds = listOpenDiscussions();
    discussions.set(tab, discussionIds);
    channel?.postMessage({ tab, discussionIds } satisfies TabMessage);
  };
  onOpenDiscussionsChange(announceTab);
  channel?.addEventListener("message", ({ data }) => {
    const message = data as ServerEvent | TabMessage;
    if ("requestsState" in message) announceTab();
    else if ("tab" in message) discussions.set(message.tab, message.discussionIds);
    else listener(message);
  });
  const onConnection = (connection: string) => {
    discussions.setConnection(connection);
    announceTab();
    channel?.postMessage({ requestsState: true } satisfies TabMessage);
  };

  if (navigator.locks && channel) {
    const holdConnection = () => connect(notifyAll, onConnection, stop.signal);
    navigator.locks.request(channelName, { signal: stop.signal }, holdConnection).catch(() => undefined);
  } else {
    // Web Locks need a secure context: otherwise each tab opens its own connection.
    void connect(listener, onConnection, stop.signal);
  }

  return () => {
    stop.abort();
    channel?.close();
  };
}

function connect(onEvent: Listener, onConnection: (id: string) => void, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  let wasOpen = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let source = open();

  function open(): EventSource {
    const opened = openSource(onEvent, (connection) => {
      onConnection(connection);
      onEvent({ gap: wasOpen ? "missed" : "connected" });
      wasOpen = true;
    });
    // EventSource reconnects after a lost connection, but not after a status other than 200.
    opened.addEventListener("error", () => {
      if (opened.readyState !== EventSource.CLOSED) return;
      onEvent({ topics: ["session"] });
      timer = setTimeout(() => {
        source = open();
      }, getReconnectDelayMs());
    });
    return opened;
  }

  return new Promise((resolve) => {
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      source.close();
      resolve();
    });
  });
}

const getReconnectDelayMs = () => 15_000 + Math.random() * 15_000;

function openSource(onEvent: Listener, onHello: (connection: string) => void): EventSource {
  const source = new EventSource(getUrl(eventStreams.getEvents, {}));
  source.addEventListener("hello", ({ data }: MessageEvent) => {
    const greeting = parseJson(String(data)) as { connection?: string } | undefined;
    onHello(greeting?.connection ?? "");
  });
  source.addEventListener("missed", () => onEvent({ gap: "missed" }));
  source.addEventListener("message", ({ data }) => {
    const event = LiveEvent.safeParse(parseJson(String(data)));
    if (event.success) onEvent(event.data);
  });
  return source;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
