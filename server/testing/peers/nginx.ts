import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "#server/db/find-free-port.ts";
import { projectRoot } from "#server/project-root.ts";

const program = "/usr/sbin/nginx";

export const hasNginx = spawnSync(program, ["-v"]).status === 0;

/** nginx with the configuration of the guide, before one web process or two. */
export function startNginx(webUrl: string, dataDir: string, otherWebUrl?: string) {
  const guide = path.join(projectRoot, "server/deploy/nginx");
  const site = readFileSync(path.join(guide, "maktaba.conf"), "utf8")
    .replace("127.0.0.1:5001", new URL(webUrl).host)
    .replace(/ *server 127\.0\.0\.1:5002.*\n/, (line) =>
      otherWebUrl ? line.replace("127.0.0.1:5002", new URL(otherWebUrl).host) : "",
    )
    .replace(/ *listen \[::\]:80;\n/, "")
    .replace("/etc/nginx/proxy.conf", path.join(guide, "proxy.conf"))
    .replaceAll("/var/lib/maktaba/media/", `${path.join(dataDir, "media")}/`);
  return runNginx((port) => site.replace("listen 80;", `listen 127.0.0.1:${port};`));
}

/** @param getSite what its `http` block contains, with the port to listen on */
export async function runNginx(getSite: (port: number) => string) {
  const folder = mkdtempSync(path.join(tmpdir(), "nginx-"));
  const port = await findFreePort();
  const file = path.join(folder, "nginx.conf");
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  writeFileSync(
    file,
    [
      ...(process.getuid?.() === 0 ? ["user root;"] : []),
      `daemon off;\npid ${folder}/pid;\nerror_log ${folder}/error.log;\nevents {}`,
      `http {\naccess_log off;\n${temporary.join("\n")}\n${getSite(port)}}`,
    ].join("\n"),
  );
  const child = spawn(program, ["-c", file, "-e", `${folder}/error.log`], { stdio: "ignore" });
  const ended = once(child, "exit");
  while (!(await isOpen(port))) {
    if (child.exitCode !== null) throw new Error(readFileSync(`${folder}/error.log`, "utf8"));
    await sleep(20);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const isConnected = await once(socket, "connect").then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isConnected;
}
