import { getAddress } from "#shared/api/http-client.ts";
import { eventStreams, LiveEvent } from "#shared/events/contract.ts";

/** What a browser is told: one thing changed, or so much may have that everything is asked anew. */
export type Told = LiveEvent | { readonly topic: "everything" };

type Listener = (told: Told) => void;

const shared = "maktaba-live";

/**
 * Listens to what the server tells this reader. All tabs of a browser share one connection: the tab that holds the
 * lock has it and passes on what it hears; when it closes, the next in line takes over.
 *
 * @returns a function that stops.
 */
export function subscribeToServerEvents(listener: Listener): () => void {
  const stop = new AbortController();
  const channel = "BroadcastChannel" in window ? new BroadcastChannel(shared) : null;
  const notifyAll = (told: Told) => {
    listener(told);
    channel?.postMessage(told);
  };
  channel?.addEventListener("message", ({ data }) => listener(data as Told));

  if (navigator.locks && channel) {
    const holdConnection = () => connect(notifyAll, stop.signal);
    navigator.locks.request(shared, { signal: stop.signal }, holdConnection).catch(() => undefined);
  } else {
    // Without a secure context there is no lock: each tab keeps a connection of its own.
    void connect(listener, stop.signal);
  }

  return () => {
    stop.abort();
    channel?.close();
  };
}

/** Keeps a connection until it is told to stop. */
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
    // After a break the browser comes back by itself, but not where it was refused: by an answer other than 200.
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

/** Browsers that were refused together do not come back together. */
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
