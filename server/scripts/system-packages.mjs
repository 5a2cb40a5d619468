// Debian packages of the tests that are no browsers.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { log } from "./prepare.mjs";

const packages = [
  {
    package: "ffmpeg",
    isInstalled: () => canRun("ffmpeg", "-version"),
    tested: "rewriting and decoding audio",
  },
  {
    package: "espeak-ng",
    isInstalled: () => canRun("espeak-ng", "--version"),
    tested: "aligning text with audio",
  },
  {
    package: "pgbouncer",
    isInstalled: () => canRun("/usr/sbin/pgbouncer", "--version"),
    tested: "connections through a pooler",
  },
  { package: "epubcheck", isInstalled: hasEpubcheck, tested: "checking generated EPUBs" },
];

const findMissing = () => packages.filter(({ isInstalled }) => !isInstalled());

export const listMissingTools = () => findMissing().map(({ package: name }) => name);

/** @returns a warning for each package that is not installed */
export function checkTools() {
  return findMissing().map(
    ({ package: name, tested }) =>
      `SKIPPED: ${tested} was not tested, because ${name} is not installed (Debian: apt-get install ${name}).`,
  );
}

/** Installs Debian packages if apt and root rights are available. */
export async function installPackages(names) {
  if (names.length === 0 || process.getuid?.() !== 0 || !canRun("apt-get", "--version")) return;
  log(`Installing from Debian: ${names.join(", ")}…`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = spawn("sh", ["-c", script, "sh", ...names], { stdio: ["ignore", 2, 2], env });
  await once(apt, "close");
}

/** One at a time if not all at once: a package missing from the mirror must not block the others. */
const script = `
install() { timeout 600 apt-get install -y -q --no-install-recommends "$@"; }
timeout 600 apt-get update -q
install "$@" || for name; do install "$name"; done`;

function hasEpubcheck() {
  return (
    (existsSync("/usr/share/java/epubcheck.jar") && canRun("java", "-version")) ||
    canRun("epubcheck", "--version")
  );
}

function canRun(program, argument) {
  return spawnSync(program, [argument], { stdio: "ignore", timeout: 60_000 }).status === 0;
}
