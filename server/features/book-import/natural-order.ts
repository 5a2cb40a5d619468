const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Natural sort order: "2 Two" before "10 Ten", "chapter_2.mp3" before "Chapter 10.mp3". */
export function compareNaturally(a: string, b: string): number {
  const [partsA, partsB] = [a.split("/"), b.split("/")];
  for (const [index, partA] of partsA.entries()) {
    const partB = partsB[index];
    if (partB === undefined) return 1;
    const order = collator.compare(splitNumbers(partA), splitNumbers(partB));
    if (order !== 0) return order;
  }
  if (partsA.length < partsB.length) return -1;
  return collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

function splitNumbers(name: string): string {
  return name
    .normalize("NFKC")
    .replace(/\.(?:mp3|m4a|m4b|mp4|ogg|oga|opus|flac|aac|epub)$/i, "")
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/(?<=\p{L})(?=\d)|(?<=\d)(?=\p{L})|[\s\p{P}]+/gu, " ")
    .trim();
}
