import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { log } from "./prepare.mjs";

const wanted = [
  { package: "ffmpeg", isThere: () => runs("ffmpeg", "-version"), tries: "rewriting and decoding sound" },
  { package: "espeak-ng", isThere: () => runs("espeak-ng", "--version"), tries: "aligning text with sound" },
  { package: "epubcheck", isThere: hasEpubcheck, tries: "checking the EPUBs that are made here" },
];

/**
 * Installs missing packages if allowed.
 *
 * @returns a warning for each that is still missing
 */
export function provideTools() {
  const missing = () => wanted.filter(({ isThere }) => !isThere());
  if (missing().length > 0) installPackages(missing().map((each) => each.package));
  const skips = missing().map(
    ({ package: name, tries }) =>
      `SKIPPED: ${tries} was not tried, because ${name} is not installed (Debian: apt-get install ${name}).`,
  );
  for (const skip of skips) log(skip);
  return skips;
}

/** Installs Debian packages if apt and root rights are available. */
export function installPackages(names) {
  if (process.getuid?.() !== 0 || !runs("apt-get", "--version")) return;
  log(`Installing from Debian: ${names.join(", ")}…`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = (...args) => spawnSync("apt-get", args, { stdio: ["ignore", 2, 2], env, timeout: 300_000 });
  apt("update", "-q");
  // One at a time: a package missing from the mirror must not block the others.
  for (const name of names) apt("install", "-y", "-q", "--no-install-recommends", name);
}

function hasEpubcheck() {
  return (
    (existsSync("/usr/share/java/epubcheck.jar") && runs("java", "-version")) ||
    runs("epubcheck", "--version")
  );
}

function runs(program, argument) {
  return spawnSync(program, [argument], { stdio: "ignore", timeout: 60_000 }).status === 0;
}
