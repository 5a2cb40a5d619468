import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** A surah exactly as in the licensed package. */
export interface Surah {
  readonly id: number;
  readonly name: string;
  readonly verses: readonly { readonly id: number; readonly text: string }[];
}

/** @returns null when the package is not installed */
export function readQuranPackage(): readonly Surah[] | null {
  try {
    return JSON.parse(readFileSync(getPackageFile(), "utf8")) as Surah[];
  } catch {
    return null;
  }
}

export function hasQuranPackage(): boolean {
  try {
    return getPackageFile() !== "";
  } catch {
    return false;
  }
}

const getPackageFile = () => createRequire(import.meta.url).resolve("quran-json/dist/quran.json");
