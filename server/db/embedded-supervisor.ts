import { type EmbeddedDatabase, findRunning, startEmbedded } from "./embedded.ts";

const checkIntervalMs = 1_000;

/** Restarts the embedded database on its port when it was killed. */
export function superviseEmbeddedPostgres(
  { url }: EmbeddedDatabase,
  dataDir: string,
  flags: readonly string[],
) {
  const port = Number(new URL(url).port);
  let restart: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    if (restart || findRunning(dataDir)) return;
    // A failure is retried at the next check; until then the server answers `unavailable`.
    restart = startEmbedded(dataDir, { flags, port })
      .catch((error: Error) => process.stderr.write(`${error.message}\n`))
      .finally(() => {
        restart = null;
      });
  }, checkIntervalMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await restart;
    },
  };
}
