// The oldest supported browsers, from `browserslist` in package.json, as Vite and esbuild name them.
import { readFileSync } from "node:fs";

const { browserslist } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));

/** Such as `firefox133`. */
export const browserTargets = browserslist.map((entry) => {
  const [name, version] = entry.split(" >= ");
  return `${name === "ios_saf" ? "ios" : name}${version}`;
});
