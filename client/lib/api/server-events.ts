import { getAddress } from "#shared/api/http-client.ts";
import { eventStreams, LiveEvent } from "#shared/events/contract.ts";

export type ServerEvent = LiveEvent | { readonly topic: "everything" };

type Listener = (input: ServerEvent) => void;

const shared = "maktaba-live";

/**
 * Subscribes to server-sent events. All tabs share one connection: the tab with the lock holds it and
 * broadcasts; when it closes, the next tab takes over.
 *
 * @returns a function that stops
 */
export function subscribeToServerEvents(listener: Listener): () => void {
  const stop = new AbortController();
  const channel = "BroadcastChannel" in window ? new BroadcastChannel(shared) : null;
  const notifyAll = (input: ServerEvent) => {
    listener(input);
    channel?.postMessage(input);
  };
  channel?.addEventListener("message", ({ data }) => listener(data as ServerEvent));

  if (navigator.locks && channel) {
    const holdConnection = () => connect(notifyAll, stop.signal);
    navigator.locks.request(shared, { signal: stop.signal }, holdConnection).catch(() => undefined);
  } else {
    // Web Locks need a secure context: otherwise each tab opens its own connection.
    void connect(listener, stop.signal);
  }

  return () => {
    stop.abort();
    channel?.close();
  };
}

function connect(tell: Listener, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  let wasOpen = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let source = open();

  function open(): EventSource {
    const opened = openSource(tell, () => {
      if (wasOpen) tell({ topic: "everything" });
      wasOpen = true;
    });
    // EventSource reconnects after a lost connection, but not after a status other than 200.
    opened.addEventListener("error", () => {
      if (opened.readyState !== EventSource.CLOSED) return;
      tell({ topic: "session" });
      timer = setTimeout(() => {
        source = open();
      }, returnAfterMs());
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

const returnAfterMs = () => 15_000 + Math.random() * 15_000;

function openSource(tell: Listener, onHello: () => void): EventSource {
  const source = new EventSource(getAddress(eventStreams.getEvents, {}));
  source.addEventListener("hello", onHello);
  source.addEventListener("missed", () => tell({ topic: "everything" }));
  source.addEventListener("message", ({ data }) => {
    const event = LiveEvent.safeParse(parseJson(String(data)));
    if (event.success) tell(event.data);
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
