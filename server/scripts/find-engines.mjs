// WebKit and Firefox for the walks in other engines: the system's, else Debian's packages.
import { existsSync } from "node:fs";

const engines = {
  WebKit: {
    programs: ["x86_64", "aarch64"].map((cpu) => `/usr/lib/${cpu}-linux-gnu/webkit2gtk-4.1/MiniBrowser`),
    helpers: ["/usr/bin/WebKitWebDriver", "/usr/bin/Xvfb"],
    packages: ["webkit2gtk-driver", "xvfb"],
  },
  Firefox: {
    programs: ["/usr/bin/firefox-esr", "/usr/bin/firefox"],
    helpers: [],
    packages: ["firefox-esr"],
  },
};

/**
 * @param {"WebKit" | "Firefox"} name
 * @returns {string | null} the path of the program; null when it, or what it needs, is not installed
 */
export function findEngine(name) {
  const { programs, helpers } = engines[name];
  return (helpers.every((file) => existsSync(file)) && programs.find((file) => existsSync(file))) || null;
}

const names = Object.keys(engines);

/** Debian packages of the engines that are not installed. */
export const listMissingEngines = () =>
  names.filter((name) => !findEngine(name)).flatMap((name) => engines[name].packages);

/** @returns the names of those that can be used, and a warning for each other */
export function checkEngines() {
  const found = names.filter((name) => findEngine(name));
  const warnings = names
    .filter((name) => !found.includes(name))
    .map(
      (name) =>
        `SKIPPED: the walk in ${name}, which is not installed (Debian: apt-get install ${engines[name].packages.join(" ")}).`,
    );
  return { found, warnings };
}
