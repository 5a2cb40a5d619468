import type { DictionarySource } from "./dictionary-source.ts";
import { maxFileBytes } from "./limits.ts";
import { readTar } from "./read-tar.ts";
import { type Part, readZip } from "./read-zip.ts";
import { RefusedFile } from "./refused-file.ts";
import { readStarDict } from "./star-dict.ts";
import { UnpackBudget, unpack } from "./unpack.ts";
import { readYomitan } from "./yomitan.ts";

/**
 * Reads the files of one dictionary: the parts of StarDict, or an archive with them or of Yomitan.
 *
 * @throws {RefusedFile}
 */
export async function readDictionary(files: readonly File[]): Promise<DictionarySource> {
  if (files.reduce((sum, { size }) => sum + size, 0) > maxFileBytes) throw new RefusedFile("fileTooLarge");
  const budget = new UnpackBudget();
  const parts = await listParts(files, budget);
  if (parts.some(({ name }) => name === "index.json")) return readYomitan(parts);
  if (parts.some(({ name }) => /\.(ifo|idx|idx\.gz|dict|dict\.dz)$/i.test(name)))
    return readStarDict(parts, budget);
  throw new RefusedFile("notADictionary");
}

async function listParts(files: readonly File[], budget: UnpackBudget): Promise<Part[]> {
  const [file] = files;
  if (!file) throw new RefusedFile("notADictionary");
  if (files.length === 1) {
    const start = new Uint8Array(await file.slice(0, 4).arrayBuffer());
    if (start[0] === 0x50 && start[1] === 0x4b) return readZip(file, budget);
    if (/\.(tar\.gz|tgz)$/i.test(file.name)) return readTar(await unpack(file, "gzip", budget, file.name));
    if (/\.(tar|bz2|xz|7z|rar)$/i.test(file.name)) throw new RefusedFile("unsupportedArchive");
  }
  return files.map((each) => ({
    name: each.name,
    read: async () => {
      budget.spend(each.size);
      return new Uint8Array(await each.arrayBuffer());
    },
  }));
}
