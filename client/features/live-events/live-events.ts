import type { LiveEvent } from "#shared/events/contract.ts";

type Listener = (event: LiveEvent) => void;

const listeners = new Set<Listener>();

/** Passes an event to the features that do more than refetch. */
export function emitLiveEvent(event: LiveEvent): void {
  for (const listener of listeners) listener(event);
}

/** @returns a function that stops */
export function onLiveEvent(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
