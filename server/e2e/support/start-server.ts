import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

/**
 * Starts a built server on a port of this machine.
 *
 * @param root the project that was built
 * @returns stops the server
 */
export async function startBuiltServer(
  root: string,
  settings: Readonly<Record<string, string>>,
): Promise<() => Promise<void>> {
  const server = spawn(process.execPath, ["dist/server/main.js"], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PUBLIC_ORIGIN: "",
      DATABASE_URL: "",
      DEMO: "off",
      RATE_LIMIT_FACTOR: "100000",
      LOG_LEVEL: "error",
      ...settings,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await waitUntilOpen(server);

  return async () => {
    server.kill("SIGTERM");
    if (server.exitCode === null) await once(server, "exit");
  };
}

/** The server prints one line, when it is ready. */
async function waitUntilOpen(server: ChildProcess): Promise<void> {
  const { stdout } = server;
  if (!stdout) throw new Error("The server has no output.");
  const ended = once(server, "exit").then(([code]) => {
    throw new Error(`The server ended with code ${code}: see above.`);
  });
  await Promise.race([once(stdout, "data"), ended]);
  stdout.resume();
}
