import type { Candidate } from "#shared/dictionary/arabic-candidates.ts";
import type { Hit, StoredBlock } from "./stored-entry.ts";

/** The block that has a key if any has. */
export type FindBlock = (key: string) => Promise<StoredBlock | null>;

const maxForms = 3;
const maxHits = 30;

/** The entries of the first candidates that a dictionary has. */
export async function lookUpEntries(findBlock: FindBlock, candidates: readonly Candidate[]): Promise<Hit[]> {
  const hits: Hit[] = [];
  let formCount = 0;
  let block: StoredBlock | null = null;
  for (const { form, distance } of candidates) {
    if (!block || !isWithin(block, form)) block = await findBlock(form);
    const found = block?.entries.filter(([key]) => key === form) ?? [];
    if (found.length === 0) continue;
    hits.push(...found.map(([, headword, definition]) => ({ headword, definition, isGuess: distance > 0 })));
    formCount += 1;
    if (formCount === maxForms) break;
  }
  return hits.slice(0, maxHits);
}

/** Whether the key lies between the first and the last of a block. */
const isWithin = ({ firstKey, entries }: StoredBlock, key: string) =>
  firstKey <= key && key <= (entries.at(-1)?.[0] ?? "");
