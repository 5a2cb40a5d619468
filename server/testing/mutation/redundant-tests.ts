import type { Mutant } from "./mutate-files.ts";

/** Prints the tests without which every mutant is still noticed. */
export function printRedundantTests(area: string, mutants: readonly Mutant[]): void {
  const killers = mutants.map(({ killedBy }) => new Set(killedBy.filter(isTest)));
  const noticed = new Map<string, Set<string>[]>();
  for (const test of mutants.flatMap(({ killedBy, coveredBy }) => [...killedBy, ...coveredBy])) {
    if (isTest(test)) noticed.set(test, []);
  }
  for (const tests of killers) for (const test of tests) noticed.get(test)?.push(tests);

  const byFewest = [...noticed].sort(([, a], [, b]) => a.length - b.length);
  const redundant = byFewest.filter(([test, sets]) => {
    if (sets.some(({ size }) => size === 1)) return false;
    for (const tests of sets) tests.delete(test);
    return true;
  });
  console.log(`\n${area}: ${redundant.length} of ${noticed.size} tests are redundant`);
  for (const [test, sets] of redundant.sort(([a], [b]) => a.localeCompare(b))) {
    console.log(`${test}\n  notices ${sets.length}${formatOthers(sets)}`);
  }
}

const isTest = (id: string) => !id.endsWith("#");

/** The remaining tests that notice the same mutants, with their number. */
function formatOthers(sets: readonly ReadonlySet<string>[]): string {
  const counts = new Map<string, number>();
  for (const test of sets.flatMap((tests) => [...tests])) counts.set(test, (counts.get(test) ?? 0) + 1);
  const most = [...counts].sort(([, a], [, b]) => b - a).slice(0, 3);
  return most.map(([test, count]) => `\n  ${count} too by ${test}`).join("");
}
