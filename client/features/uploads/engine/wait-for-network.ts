const retryMs = 10_000;

/** Resolves when the browser is online again, after some seconds, or when the signal aborts. */
export function waitForNetwork(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, retryMs);
    function end() {
      clearTimeout(timer);
      removeEventListener("online", end);
      signal.removeEventListener("abort", end);
      resolve();
    }
    addEventListener("online", end);
    signal.addEventListener("abort", end);
  });
}
