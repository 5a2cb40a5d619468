import { isSameCode } from "./accept.ts";
import { acceptedSurvivors } from "./accepted-survivors.ts";
import type { Mutant } from "./mutate-files.ts";

/** Wanted share of noticed mutants. */
const minScore = 0.85;

const noticed = new Set(["Killed", "Timeout"]);
const surviving = new Set(["Survived", "NoCoverage"]);

/** Prints the mutants that no test noticed. */
export function printArea(name: string, mutants: readonly Mutant[]): void {
  console.log(`\n${name}: ${formatScore(mutants)}`);
  for (const mutant of mutants.filter(isUnexplained)) {
    const { file, line, mutator, original, replacement, status } = mutant;
    console.log(
      `${file}:${line} ${mutator} ${status}\n  - ${shorten(original)}\n  + ${shorten(replacement)}`,
    );
  }
}

/**
 * Prints the score of each area.
 *
 * @returns the exit code: 1 when an area is below the goal
 */
export function printSummary(areas: Readonly<Record<string, readonly Mutant[]>>): number {
  console.log("");
  for (const [name, mutants] of Object.entries(areas)) console.log(`${name}: ${formatScore(mutants)}`);
  return Object.values(areas).every((mutants) => getScore(mutants) >= minScore) ? 0 : 1;
}

function formatScore(mutants: readonly Mutant[]): string {
  const { killed, total } = countMutants(mutants);
  const accepted = mutants.filter((mutant) => surviving.has(mutant.status) && isAccepted(mutant)).length;
  return `${(getScore(mutants) * 100).toFixed(1)} % of ${total} noticed (${killed}), ${accepted} survivors explained`;
}

function countMutants(mutants: readonly Mutant[]) {
  const killed = mutants.filter(({ status }) => noticed.has(status)).length;
  return { killed, total: killed + mutants.filter(({ status }) => surviving.has(status)).length };
}

function getScore(mutants: readonly Mutant[]): number {
  const { killed, total } = countMutants(mutants);
  return total === 0 ? 1 : killed / total;
}

const isUnexplained = (mutant: Mutant) => surviving.has(mutant.status) && !isAccepted(mutant);

const isAccepted = ({ file, original, replacement }: Mutant) =>
  acceptedSurvivors.some(
    (known) =>
      known.file === file &&
      isSameCode(known.original, original) &&
      isSameCode(known.replacement, replacement),
  );

const shorten = (code: string) => code.replace(/\s+/g, " ").slice(0, 160);
