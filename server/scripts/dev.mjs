// `npm run dev`: the server from source with Vite, both reloading.
import { spawn } from "node:child_process";
import { checkNode, install, readEnvFile } from "./prepare.mjs";

checkNode();
readEnvFile();
await install();

const vitePort = process.env.VITE_PORT ?? "5173";
const port = process.env.PORT || "5000";
const origins = [`http://localhost:${vitePort}`, `http://127.0.0.1:${vitePort}`].join(",");
const env = { ...process.env, NODE_ENV: "development", PORT: port, DEV_ORIGINS: origins };

const server = start("tsx", ["watch", "--clear-screen=false", "--include", "shared", "server/main.ts"]);
const vite = start("vite", ["--port", vitePort, "--strictPort"]);
const children = [server, vite];

for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => shutDown(0));
for (const child of children) child.on("exit", (code) => shutDown(code ?? 0));

function start(program, args) {
  return spawn(`node_modules/.bin/${program}`, args, {
    env,
    stdio: ["ignore", "inherit", "inherit"],
    shell: process.platform === "win32",
  });
}

let isShuttingDown = false;
async function shutDown(code) {
  if (isShuttingDown) return;
  isShuttingDown = true;
  await Promise.all(
    children.map((child) => {
      if (child.exitCode !== null || child.signalCode !== null) return null;
      child.kill("SIGTERM");
      return new Promise((resolve) => child.once("exit", resolve));
    }),
  );
  process.exit(code);
}
