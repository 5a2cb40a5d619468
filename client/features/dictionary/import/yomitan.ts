import type { StoredDefinition } from "../engine/stored-entry.ts";
import type { DictionarySource } from "./dictionary-source.ts";
import { maxDefinitionLength, maxEntries, maxHeadwordLength } from "./limits.ts";
import type { Part } from "./read-zip.ts";
import { RefusedFile } from "./refused-file.ts";

const decoder = new TextDecoder();

/**
 * Yomitan: `index.json` describes the dictionary, `term_bank_1.json` and following have the entries and
 * `tag_bank_1.json` and following the meaning of their tags.
 *
 * @throws {RefusedFile}
 */
export async function readYomitan(parts: readonly Part[]): Promise<DictionarySource> {
  const index = parts.find(({ name }) => name === "index.json");
  if (!index) throw new RefusedFile("missingPart", "index.json");
  const info = await readJson(index);
  if (!isRecord(info) || typeof info["title"] !== "string") throw new RefusedFile("brokenPart", index.name);
  if (![1, 3].includes(Number(info["format"] ?? info["version"])))
    throw new RefusedFile("unsupportedVersion");
  const tags = await readTags(parts);
  const headwords: string[] = [];
  const definitions: StoredDefinition[] = [];
  for (const bank of listBanks(parts, "term_bank")) {
    for (const row of await readRows(bank)) {
      const [term, reading, termTags, , , glossary] = row;
      if (typeof term !== "string" || !Array.isArray(glossary))
        throw new RefusedFile("brokenPart", bank.name);
      const definition = toDefinition(term, reading, termTags, glossary, tags);
      for (const headword of new Set([term, reading])) {
        if (typeof headword !== "string" || headword === "") continue;
        if (headwords.length === maxEntries) throw new RefusedFile("tooManyEntries");
        headwords.push(headword);
        definitions.push(definition);
      }
    }
  }
  if (headwords.length === 0) throw new RefusedFile("noEntries");
  return {
    title: info["title"].trim().slice(0, maxHeadwordLength) || "Yomitan",
    kind: "yomitan",
    headwords,
    getDefinition: (n) => definitions[n] ?? [],
  };
}

function toDefinition(
  term: string,
  reading: unknown,
  termTags: unknown,
  glossary: readonly unknown[],
  tags: ReadonlyMap<string, string>,
): StoredDefinition {
  const names = typeof termTags === "string" ? termTags.split(" ").filter(Boolean) : [];
  const about = [
    typeof reading === "string" && reading !== "" && reading !== term ? reading : "",
    names.map((name) => tags.get(name) ?? name).join(", "),
  ].filter(Boolean);
  const content = JSON.stringify(glossary);
  return [
    ...(about.length > 0 ? [["text", about.join(" · ")] as const] : []),
    content.length <= maxDefinitionLength
      ? (["structured", content] as const)
      : ([
          "text",
          glossary
            .filter((each) => typeof each === "string")
            .join("\n")
            .slice(0, maxDefinitionLength),
        ] as const),
  ];
}

async function readTags(parts: readonly Part[]): Promise<Map<string, string>> {
  const tags = new Map<string, string>();
  for (const bank of listBanks(parts, "tag_bank")) {
    for (const [name, , , notes] of await readRows(bank))
      if (typeof name === "string" && typeof notes === "string" && notes !== "") tags.set(name, notes);
  }
  return tags;
}

const listBanks = (parts: readonly Part[], kind: string) =>
  parts.filter(({ name }) => new RegExp(`^${kind}_\\d+\\.json$`).test(name));

async function readRows(bank: Part): Promise<readonly (readonly unknown[])[]> {
  const rows = await readJson(bank);
  if (!Array.isArray(rows) || !rows.every(Array.isArray)) throw new RefusedFile("brokenPart", bank.name);
  return rows;
}

async function readJson(part: Part): Promise<unknown> {
  const bytes = await part.read();
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    throw new RefusedFile("brokenPart", part.name);
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
