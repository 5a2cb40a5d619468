const timeoutMs = 25_000;

/**
 * A time-out that counts only idle time of the main thread, so that laying out a huge chapter does not time
 * out.
 */
export async function waitForIdleTimeout(): Promise<false> {
  for (let step = 0; step < 50; step++) await delay(timeoutMs / 50);
  return false;
}

export function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
