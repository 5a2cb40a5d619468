import type { Language } from "#shared/api/language.ts";

/** “Amina”, “Amina and Yusuf”, “Amina and 3 others”. */
export function formatActors(language: Language, actors: readonly string[], count: number): string {
  const [first = "", second] = actors;
  if (count <= 1 || !second) return first;
  const isArabic = language === "ar";
  if (count === 2) return isArabic ? `${first} و${second}` : `${first} and ${second}`;
  const others = count - 1;
  if (!isArabic) return `${first} and ${others} others`;
  return `${first} و${others === 2 ? "شخصان آخران" : `${others} آخرون`}`;
}
