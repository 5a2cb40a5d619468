import { useCallback, useEffect, useRef } from "react";

/** Delay in milliseconds after the last change before saving. */
const delayMs = 600;

/** Sends the last change after a pause, or at once when the component unmounts or the page is left. */
export function useDelayedSend(): (send: () => void) => void {
  const unsent = useRef<{ readonly timer: number; readonly send: () => void } | null>(null);
  const sendNow = useCallback(() => {
    clearTimeout(unsent.current?.timer);
    const { send } = unsent.current ?? {};
    unsent.current = null;
    send?.();
  }, []);
  useEffect(() => {
    window.addEventListener("pagehide", sendNow);
    return () => {
      window.removeEventListener("pagehide", sendNow);
      sendNow();
    };
  }, [sendNow]);
  return useCallback(
    (send) => {
      clearTimeout(unsent.current?.timer);
      unsent.current = { timer: window.setTimeout(sendNow, delayMs), send };
    },
    [sendNow],
  );
}
