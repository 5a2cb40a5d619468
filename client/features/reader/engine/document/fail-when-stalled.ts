export class StalledError extends Error {
  override readonly name = "StalledError";
}

/**
 * Runs work that may take long, as long as it goes on.
 *
 * @param work calls `onProgress` as it goes on; its signal is aborted when it stalls
 * @throws {StalledError} without progress for the time
 */
export function failWhenStalled<T>(
  timeoutMs: number,
  work: (signal: AbortSignal, onProgress: () => void) => Promise<T>,
): Promise<T> {
  const stalled = new AbortController();
  return new Promise<T>((resolve, reject) => {
    const fail = () => {
      reject(new StalledError(`No progress in ${timeoutMs} ms`));
      stalled.abort();
    };
    let timer = setTimeout(fail, timeoutMs);
    const onProgress = () => {
      clearTimeout(timer);
      if (!stalled.signal.aborted) timer = setTimeout(fail, timeoutMs);
    };
    work(stalled.signal, onProgress)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}
