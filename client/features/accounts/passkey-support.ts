/** Whether the user closed the browser's passkey dialog, or it timed out. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof Error && (error.name === "NotAllowedError" || error.name === "AbortError");

export const supportsPasskeys = (): boolean => typeof window.PublicKeyCredential === "function";
