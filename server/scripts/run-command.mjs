// Runs commands, one after the other or in parallel, and kills them on exit.
import { spawn } from "node:child_process";
import path from "node:path";
import { root } from "./prepare.mjs";

const running = new Set();

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    killAll(signal);
    process.exit(1);
  });
}
process.on("exit", () => killAll("SIGKILL"));

export function run(program, args, { env = {}, quiet = false } = {}) {
  const command = program === "node" ? process.execPath : path.join(root, "node_modules", ".bin", program);
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", quiet ? "pipe" : 1, quiet ? "pipe" : 2],
    detached: process.platform !== "win32",
    shell: process.platform === "win32",
  });
  running.add(child);
  let output = "";
  const appendOutput = (chunk) => {
    output += chunk;
  };
  child.stdout?.on("data", appendOutput);
  child.stderr?.on("data", appendOutput);
  return new Promise((resolve) => {
    child.on("error", (error) => resolve({ code: 1, output: error.message }));
    child.on("close", (code) => {
      signalGroup(child, "SIGKILL");
      running.delete(child);
      resolve({ code: code ?? 1, output });
    });
  });
}

/** Static checks: style, import directions, types. Each counts as one test. */
export const staticChecks = [
  ["style and order (biome)", "biome", ["check", "--error-on-warnings", "."]],
  ["import directions (dependency-cruiser)", "depcruise", ["client", "server", "shared"]],
  // Two compilers are installed, both called tsc.
  ["unused files, exports and dependencies (knip)", "knip", []],
  ["types (tsc)", "node", ["node_modules/typescript-native/bin/tsc", "-p", "."]],
];

/** @returns the counts and the output of failed checks, which is also printed */
export async function runStaticChecks() {
  const results = await Promise.all(
    staticChecks.map(async ([title, program, args]) => {
      const { code, output } = await run(program, args, { quiet: true });
      console.log(`${code === 0 ? "passed" : "FAILED"}  ${title}`);
      if (code !== 0) console.log(output);
      return code === 0 ? null : `${title}\n${output}`;
    }),
  );
  const failures = results.filter((failure) => failure !== null);
  return { passed: results.length - failures.length, failed: failures.length, skipped: 0, failures };
}

function killAll(signal) {
  for (const child of running) signalGroup(child, signal);
}

function signalGroup(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch {}
}
