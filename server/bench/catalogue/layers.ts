import { launch } from "#server/bench/bench-server.ts";
import type { Bench } from "#server/bench/section.ts";

/** Starts the program that serves the list with one more layer on each of its ports. */
export async function startLayers(file: string, { databaseUrl, dataDir }: Bench) {
  const { child, stdout, ended } = launch(file, [], {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    RATE_LIMIT_FACTOR: "100000",
  });
  const urls = await new Promise<Record<string, string>>((resolve, reject) => {
    let output = "";
    stdout.on("data", (chunk: Buffer) => {
      output += chunk;
      if (output.endsWith("\n")) resolve(JSON.parse(output));
    });
    void ended.then((log) => reject(new Error(`the layers ended at once: ${log}`)));
  });
  return {
    urls,
    pid: child.pid ?? 0,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
