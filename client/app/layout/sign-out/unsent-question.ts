import { loadMessages } from "#client/lib/i18n/i18n.ts";
import { Store } from "#client/lib/store.ts";

interface UnsentQuestion {
  readonly count: number;
  readonly isReachable: boolean;
  readonly answer: (isConfirmed: boolean) => void;
}

/** Asks whether to delete what was not sent; the shell shows it. */
export const unsentQuestion = new Store<UnsentQuestion | null>(null);

export async function loadUnsentDialog() {
  const [module] = await Promise.all([import("./unsent-dialog.tsx"), loadMessages("offline")]);
  return module.UnsentDialog;
}
