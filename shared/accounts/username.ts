/** Names that look official. The product's name is added by the server. */
const reserved =
  "admin administrator root system staff support help helpdesk moderator mod team official security abuse postmaster webmaster employee editor maktaba null undefined me مدير إدارة مشرف دعم موظف فريق محرر رسمي مكتبة".split(
    " ",
  );

/** Letters and digits that imitate others. */
const lookalikes: readonly (readonly [RegExp, string])[] = [
  [/[1lı|]/g, "i"],
  [/0/g, "o"],
  [/3/g, "e"],
  [/4/g, "a"],
  [/5/g, "s"],
  [/7/g, "t"],
  [/rn/g, "m"],
  [/ة/g, "ه"],
  [/ى/g, "ي"],
];

/** What two names that look the same have in common. */
function toSkeleton(name: string): string {
  const letters = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\s_.\-\u0640\p{M}]/gu, "")
    .replace(/^ال(?=.{3})/u, "");
  const folded = lookalikes.reduce((text, [pattern, letter]) => text.replace(pattern, letter), letters);
  return folded.length > 3 ? folded.replace(/s$/, "") : folded;
}

const reservedSkeletons: ReadonlySet<string> = new Set(reserved.map(toSkeleton));

const scripts = ["Latin", "Cyrillic", "Greek", "Arabic", "Hebrew", "Armenian"] as const;
const patterns = scripts.map((script) => new RegExp(`\\p{Script=${script}}`, "u"));

/** Ignores case, separators, accents, plurals, and digits that imitate letters. */
export function isReservedUsername(username: string, productName: string): boolean {
  const skeleton = toSkeleton(username);
  return reservedSkeletons.has(skeleton) || skeleton === toSkeleton(productName);
}

/** Letters of several scripts in one name can imitate another name. */
export const hasMixedScripts = (username: string): boolean =>
  patterns.filter((pattern) => pattern.test(username)).length > 1;
