import { Suspense, useEffect, useState } from "react";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";

const load = async () => (await import("./welcome-dialog.tsx")).WelcomeDialog;
const WelcomeDialog = lazyOverlay(load);

export const welcomeDelayMs = 2000;
/** Hidden for 30 days after it is dismissed. */
export const welcomeRepeatDelayMs = 30 * 24 * 60 * 60 * 1000;
const storageKey = "welcome-dismissed";

export function Welcome() {
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    if (wasDismissed()) return;
    void load().catch(() => undefined);
    const timer = setInterval(() => {
      if (isReaderBusy()) return;
      clearInterval(timer);
      setOpen(true);
    }, welcomeDelayMs);
    return () => clearInterval(timer);
  }, []);

  const dismiss = () => {
    rememberDismissal();
    setOpen(false);
  };
  return <Suspense>{isOpen && <WelcomeDialog onDismiss={dismiss} />}</Suspense>;
}

function isReaderBusy(): boolean {
  const isWriting = document.activeElement?.matches("input, textarea, select") ?? false;
  const isReading = scrollY > 0;
  return isReading || isWriting || document.querySelector("[role=dialog], [role=menu]") !== null;
}

function wasDismissed(): boolean {
  try {
    const at = Number(localStorage.getItem(storageKey));
    return at > 0 && Date.now() - at < welcomeRepeatDelayMs;
  } catch {
    return false;
  }
}

function rememberDismissal(): void {
  try {
    localStorage.setItem(storageKey, String(Date.now()));
  } catch {}
}
