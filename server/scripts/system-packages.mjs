import { spawnSync } from "node:child_process";
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

/**
 * Installs missing packages if permitted.
 *
 * @returns a warning for each that is still missing
 */
export function provideTools() {
  const findMissing = () => packages.filter(({ isInstalled }) => !isInstalled());
  if (findMissing().length > 0) installPackages(findMissing().map(({ package: name }) => name));
  const warnings = findMissing().map(
    ({ package: name, tested }) =>
      `SKIPPED: ${tested} was not tested, because ${name} is not installed (Debian: apt-get install ${name}).`,
  );
  for (const warning of warnings) log(warning);
  return warnings;
}

/** Installs Debian packages if apt and root rights are available. */
export function installPackages(names) {
  if (process.getuid?.() !== 0 || !canRun("apt-get", "--version")) return;
  log(`Installing from Debian: ${names.join(", ")}…`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = (...args) => spawnSync("apt-get", args, { stdio: ["ignore", 2, 2], env, timeout: 300_000 });
  apt("update", "-q");
  // One at a time: a package missing from the mirror must not block the others.
  for (const name of names) apt("install", "-y", "-q", "--no-install-recommends", name);
}

function hasEpubcheck() {
  return (
    (existsSync("/usr/share/java/epubcheck.jar") && canRun("java", "-version")) ||
    canRun("epubcheck", "--version")
  );
}

function canRun(program, argument) {
  return spawnSync(program, [argument], { stdio: "ignore", timeout: 60_000 }).status === 0;
}
