const timeoutMs = 25_000;

/**
 * A time-out that counts only idle time of the main thread, so that laying out a huge chapter does not time
 * out, and no time in which files load.
 */
export async function waitForIdleTimeout(isLoading: () => boolean): Promise<false> {
  for (let step = 0; step < 50; ) {
    await delay(timeoutMs / 50);
    if (!isLoading()) step++;
  }
  return false;
}

export function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
