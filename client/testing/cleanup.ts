import { onlineManager } from "@tanstack/react-query";
import { vi } from "vitest";

const persistentTypes = new Set(["focus", "blur", "selectionchange"]);

/**
 * Cleans up the window, which all test files of a process share.
 *
 * @returns a function that restores it and resets modules
 */
export function watchLeftovers(): () => void {
  const restoreFunctions = [watchListeners(window), watchListeners(document), watchTimers(), watchChannels()];
  return () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    for (const restore of restoreFunctions) restore();
    clearDocument();
    onlineManager.setOnline(true);
    vi.resetModules();
  };
}

function watchListeners(target: Window | Document): () => void {
  const cleanups: (() => void)[] = [];
  const add = target.addEventListener;
  target.addEventListener = (type: string, ...rest: [EventListener, AddEventListenerOptions?]) => {
    add.call(target, type, ...rest);
    if (!persistentTypes.has(type)) cleanups.push(() => target.removeEventListener(type, ...rest));
  };
  return () => {
    target.addEventListener = add;
    for (const each of cleanups) each();
  };
}

function watchTimers(): () => void {
  const { setTimeout, setInterval } = globalThis;
  const timers = new Set<NodeJS.Timeout>();
  const trackTimer = <T extends (...input: never[]) => NodeJS.Timeout>(start: T) =>
    ((...parameters: Parameters<T>) => {
      const timer = start(...parameters);
      timers.add(timer);
      return timer;
    }) as unknown as T;
  Object.assign(globalThis, { setTimeout: trackTimer(setTimeout), setInterval: trackTimer(setInterval) });
  return () => {
    Object.assign(globalThis, { setTimeout, setInterval });
    for (const timer of timers) clearTimeout(timer);
  };
}

function watchChannels(): () => void {
  const channels = new Set<BroadcastChannel>();
  const OriginalChannel = globalThis.BroadcastChannel;
  globalThis.BroadcastChannel = class extends OriginalChannel {
    constructor(name: string) {
      super(name);
      channels.add(this);
    }
  };
  return () => {
    globalThis.BroadcastChannel = OriginalChannel;
    for (const channel of channels) channel.close();
  };
}

function clearDocument(): void {
  for (const element of [document.documentElement, document.head, document.body]) {
    for (const { name } of [...element.attributes]) element.removeAttribute(name);
  }
  document.head.replaceChildren();
  document.body.replaceChildren();
  for (const cookie of document.cookie.split("; ")) {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store.
    document.cookie = `${cookie.split("=")[0]}=; path=/; max-age=0`;
  }
  history.replaceState(null, "", "/");
}
