/** Stores what is to be sent where the app finds it, and sends it. */
export function createOutbox(now: () => number) {
  const maxItems = 100;
  const { user } = document.body.dataset;
  const queues = {
    position: { url: "/api/positions", name: "events" },
    time: { url: "/api/activity/sessions", name: "sessions" },
  };
  type QueueName = keyof typeof queues;
  /** What `localStorage` does not accept. */
  const unstored = new Map<string, string>();

  const tryStorage = <T>(use: () => T, otherwise: T): T => {
    try {
      return use();
    } catch {
      return otherwise;
    }
  };
  const getPrefix = (queue: QueueName) => `maktaba.${queue}.${user}.`;
  const readItem = (key: string) =>
    tryStorage(() => localStorage.getItem(key), null) ?? unstored.get(key) ?? "";
  const removeItem = (key: string) => {
    unstored.delete(key);
    tryStorage(() => localStorage.removeItem(key), undefined);
  };
  const listWaiting = (queue: QueueName) =>
    [...new Set([...tryStorage(() => Object.keys(localStorage), []), ...unstored.keys()])]
      .filter((key) => key.startsWith(getPrefix(queue)))
      .slice(0, maxItems)
      .map((key) => ({ key, text: readItem(key) }));
  const parseItem = (text: string) => tryStorage(() => [JSON.parse(text)], []);

  return {
    enqueue(queue: QueueName, id: string, item: object): void {
      const [key, text] = [getPrefix(queue) + id, JSON.stringify({ id, ...item })];
      try {
        localStorage.setItem(key, text);
      } catch {
        unstored.set(key, text);
      }
    },
    /** What is not accepted is sent again with the next. */
    async send(queue: QueueName): Promise<void> {
      const waiting = listWaiting(queue);
      const items = waiting.flatMap(({ text }) => parseItem(text));
      if (items.length === 0) return;
      const { url, name } = queues[queue];
      const response = await fetch(url, {
        method: "POST",
        keepalive: true,
        credentials: "same-origin",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ reader: user, sentAt: new Date(now()).toISOString(), [name]: items }),
      }).catch(() => null);
      if (!response?.ok) return;
      for (const { key, text } of waiting) if (readItem(key) === text) removeItem(key);
    },
  };
}

export type Outbox = ReturnType<typeof createOutbox>;
