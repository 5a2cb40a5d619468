const mb = 1_048_576;
const minMb = 128;
const maxMb = 2_048;

/**
 * The cache of the embedded database: a quarter of the memory, as the PostgreSQL manual recommends, within
 * limits. Memory is only taken for pages that are read.
 *
 * @param total bytes of the machine
 * @param limit bytes that the process may use, as of a container; 0 or a larger number without a limit
 */
export function getSharedBuffersMb(total: number, limit: number): number {
  const available = limit > 0 ? Math.min(total, limit) : total;
  return Math.min(maxMb, Math.max(minMb, Math.floor(available / 4 / mb)));
}
