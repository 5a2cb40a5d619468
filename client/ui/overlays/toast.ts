import { useSyncExternalStore } from "react";

export interface ToastAction {
  readonly label: string;
  readonly onSelect: () => void;
}

export interface Message {
  readonly title: string;
  readonly description?: string;
  readonly tone?: "plain" | "destructive";
  readonly action?: ToastAction;
}

export interface VisibleToast extends Message {
  readonly id: number;
  readonly isOpen: boolean;
}

/** More than this many push the oldest out. */
export const maxToasts = 1;
/** A dismissed toast is forgotten after this long; a newer one forgets it sooner. */
export const removeDelayMs = 1_000_000;

const none: readonly VisibleToast[] = [];
let toasts = none;
let lastId = 0;
const listeners = new Set<() => void>();

/** Shows a message for a few seconds. */
export function toast(message: Message): void {
  lastId += 1;
  show([{ ...message, id: lastId, isOpen: true }, ...toasts].slice(0, maxToasts));
}

/** Lets a toast leave. */
export function dismissToast(id: number): void {
  show(toasts.map((shown) => (shown.id === id ? { ...shown, isOpen: false } : shown)));
  setTimeout(() => show(toasts.filter((shown) => shown.id !== id)), removeDelayMs);
}

export function useToasts(): readonly VisibleToast[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
    () => none,
  );
}

function show(next: readonly VisibleToast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
