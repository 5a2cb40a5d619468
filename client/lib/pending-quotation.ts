import { Store } from "./store.ts";

/** A quotation that the reader wants to insert in the next text they write. */
export interface PendingQuotation {
  readonly title: string;
  readonly source: string;
}

const storageKey = "maktaba.quotation";

/** Of this tab; it outlives a reload. */
export const pendingQuotation = new Store<PendingQuotation | null>(readStored());

export function setPendingQuotation(quotation: PendingQuotation | null): void {
  pendingQuotation.set(quotation);
  try {
    if (quotation) sessionStorage.setItem(storageKey, JSON.stringify(quotation));
    else sessionStorage.removeItem(storageKey);
  } catch {}
}

function readStored(): PendingQuotation | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? "null") as Partial<PendingQuotation>;
    return stored ? { title: String(stored.title ?? ""), source: String(stored.source ?? "") } : null;
  } catch {
    return null;
  }
}
