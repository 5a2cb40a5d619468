import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { projectRoot } from "#server/project-root.ts";
import { type DemoText, writeEpub } from "./epub.ts";
import { attribution, readQuran } from "./quran.ts";
import { readText } from "./text.ts";

export interface BuiltLibrary {
  readonly folder: string;
  readonly hasQuran: boolean;
}

const daysUntilRelease = 60;

interface BuildOptions {
  /** The folders of the wanted books, and "quran"; all by default. */
  readonly only?: readonly string[] | undefined;
  /** On by default. Without title pages, chapters are numbered from 0. */
  readonly hasTitlePages?: boolean;
}

/** Builds a folder with the demo books for the import. */
export async function buildDemoLibrary(
  now: Date,
  { only, hasTitlePages = true }: BuildOptions = {},
): Promise<BuiltLibrary> {
  const isSelected = (name: string) => only?.includes(name) ?? true;
  const folder = mkdtempSync(path.join(tmpdir(), "maktaba-demo-"));
  const library = path.join(projectRoot, "server", "demo", "library");
  for (const slug of readdirSync(library).sort().filter(isSelected))
    await writeDemoBook(path.join(library, slug), path.join(folder, slug), { slug, now, hasTitlePages });
  const quran = isSelected("quran") ? readQuran() : null;
  if (quran)
    await writeQuran(hasTitlePages ? quran : { ...quran, titlePage: "" }, path.join(folder, "quran"));
  return { folder, hasQuran: quran !== null };
}

async function writeDemoBook(
  source: string,
  target: string,
  {
    slug,
    now,
    hasTitlePages,
  }: { readonly slug: string; readonly now: Date; readonly hasTitlePages: boolean },
): Promise<void> {
  mkdirSync(target);
  const sidecar = JSON.parse(readFileSync(path.join(source, "maktaba.json"), "utf8"));
  if (sidecar.state === "scheduled") sidecar.releaseAt = addDays(now, daysUntilRelease).toISOString();
  writeFileSync(path.join(target, "maktaba.json"), JSON.stringify(sidecar));
  const text = readText(source, slug);
  if (text)
    await writeEpub(hasTitlePages ? text : { ...text, titlePage: "" }, path.join(target, `${slug}.epub`));
  if (existsSync(path.join(source, "audio"))) cpSync(path.join(source, "audio"), target, { recursive: true });
  if (existsSync(path.join(source, "sync.json")))
    writeFileSync(path.join(target, "sync.json"), readSyncMap(source, hasTitlePages ? 1 : 0));
}

/** Sentence ids count documents from 0, in the files without the title page. */
function readSyncMap(source: string, precedingDocuments: number): string {
  const map = readFileSync(path.join(source, "sync.json"), "utf8");
  return map.replace(/"s(\d+)-/g, (_, index) => `"s${Number(index) + precedingDocuments}-`);
}

async function writeQuran(text: DemoText, target: string): Promise<void> {
  mkdirSync(target);
  await writeEpub(text, path.join(target, "quran.epub"));
  const sidecar = {
    title: text.title,
    description: "القرآن الكريم كاملًا، ١١٤ سورة، بالرسم العثماني، مع فهرس بالسور والأجزاء.",
    contributors: [],
    genres: ["Qur'an"],
    language: text.language,
    direction: text.direction,
    publisher: text.publisher,
    licence: text.rights,
    provenance: attribution,
    kind: "scripture",
    // Everyone can read it, without an account.
    isDemo: true,
  };
  writeFileSync(path.join(target, "maktaba.json"), JSON.stringify(sidecar));
}

const addDays = (from: Date, days: number) => new Date(from.getTime() + days * 86_400_000);
