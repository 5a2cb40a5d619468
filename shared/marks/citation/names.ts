import type { CitedPerson } from "./cited-book.ts";

const isLatinName = (name: string) => /^[\p{Script=Latin}\p{M}\p{P}\p{Zs}]+$/u.test(name);
const classical = /^(?:[Ii]bn|[Aa]b[uū])\s|^[Aa]l-|\s(?:[Ii]bn|bin|[Bb]int|b\.|[Aa]b[uūiī])\s/u;
const suffix = /,?\s+(Jr\.?|Sr\.?|I{2,3}|IV)$/u;
const capitalParticle = /^(?:El|Le|La|Du|Van|Von|Della|Di|Ben|Bin|Mac|St\.)$/u;

interface SplitName {
  readonly given: string;
  readonly family: string;
  readonly suffix: string;
}

/** Null for names that are not inverted: of one word, in other scripts, and of the form Ibn or Abu. */
export function splitName(name: string): SplitName | null {
  const ending = suffix.exec(name)?.[1] ?? "";
  const words = name.replace(suffix, "").trim().split(/\s+/);
  if (!isLatinName(name) || words.length < 2 || name.replace(suffix, "").includes(",")) return null;
  if (classical.test(name) || /^the\s/i.test(name)) return null;
  let first = words.length - 1;
  if (first > 1 && capitalParticle.test(words[first - 1] ?? "")) first--;
  return { given: words.slice(0, first).join(" "), family: words.slice(first).join(" "), suffix: ending };
}

/** "Khaldun, Ahmad, Jr." where the family name can be told, else the name as it is. */
export function invertName(name: string): string {
  const split = splitName(name);
  if (!split) return name;
  return [split.family, split.given, split.suffix].filter(Boolean).join(", ");
}

/** As in notes of the Chicago Manual of Style, 18th edition: three or more are "et al.". */
export function joinInNote(people: readonly string[]): string {
  if (people.length > 2) return `${people[0]} et al.`;
  return people.join(" and ");
}

/** As in works cited of the MLA Handbook, 9th edition. */
export function joinInWorksCited([first = "", ...others]: readonly string[]): string {
  const inverted = invertName(first);
  if (others.length > 1) return `${inverted}, et al.`;
  return others.length === 1 ? `${inverted}, and ${others[0]}` : inverted;
}

/** Up to three names, with their death years. */
export function joinInArabic(people: readonly CitedPerson[], isolate: (part: string) => string): string {
  const names = people.map(({ name, deathYear }) =>
    deathYear ? `${isolate(name)} (ت ${deathYear})` : isolate(name),
  );
  if (names.length > 3) return `${names[0]} وآخرون`;
  return names
    .map((name, n) => (n === 0 ? name : `و${/^\p{Script=Arabic}/u.test(name) ? "" : " "}${name}`))
    .join(" ");
}
