import { Store, useStore } from "#client/lib/store.ts";

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

/** The oldest toasts above this number are removed. */
export const maxToasts = 1;
/** Delay before a dismissed toast is removed; a newer one removes it sooner. */
export const removeDelayMs = 1_000_000;

const toasts = new Store<readonly VisibleToast[]>([]);
let lastId = 0;

/** Shows a toast for a few seconds. */
export function toast(message: Message): void {
  lastId += 1;
  toasts.set([{ ...message, id: lastId, isOpen: true }, ...toasts.getState()].slice(0, maxToasts));
}

export function dismissToast(id: number): void {
  toasts.set(toasts.getState().map((shown) => (shown.id === id ? { ...shown, isOpen: false } : shown)));
  setTimeout(() => toasts.set(toasts.getState().filter((shown) => shown.id !== id)), removeDelayMs);
}

export const useToasts = (): readonly VisibleToast[] => useStore(toasts);
