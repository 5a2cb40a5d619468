/** Signs that are written above and below letters, and tatweel. */
const tashkeel = /[\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u08d3-\u08ff\u0640]/g;

const articles = ["", "ال", "لل"];
const prepositions = ["", "ب", "ك", "ل", "س"];
const conjunctions = ["", "و", "ف", "أ"];

/** Conjunction, preposition or future sign, and article, with how many of them there are. */
const prefixes: readonly (readonly [text: string, parts: number])[] = conjunctions
  .flatMap((conjunction) =>
    prepositions.flatMap((preposition) =>
      articles
        .filter((article) => article !== "لل" || preposition === "")
        .filter((article) => article !== "ال" || (preposition !== "ل" && preposition !== "س"))
        .map((article): [string, number] => [
          conjunction + preposition + article,
          [conjunction, preposition, article].filter(Boolean).length,
        ]),
    ),
  )
  .sort((a, b) => a[1] - b[1] || b[0].length - a[0].length);

const pronouns = ["هما", "كما", "هم", "هن", "كم", "كن", "ها", "نا", "ني", "ه", "ك", "ي"];

/** Endings of inflection with what stands for them in a headword. */
const endings: readonly (readonly [ending: string, replacements: readonly string[]])[] = [
  ["ات", ["ة", ""]],
  ["تان", ["ة"]],
  ["تين", ["ة"]],
  ["تي", ["ة"]],
  ["ون", [""]],
  ["ين", [""]],
  ["ان", [""]],
  ["وا", [""]],
  ["تم", [""]],
  ["تما", [""]],
  ["نا", ["", "ى"]],
  ["تا", [""]],
  ["ت", ["", "ى", "ا"]],
  ["ية", ["ي", ""]],
  ["ة", [""]],
  ["ا", [""]],
  ["ن", [""]],
  ["و", ["ون"]],
  ["ي", ["ين", ""]],
];

export interface Candidate {
  readonly form: string;
  /** How far it is from the word as written: 0 when only vowel signs differ. */
  readonly distance: number;
}

const minLetters = 2;

/**
 * The forms under which a dictionary can have an Arabic word, the most exact first: without attached particles,
 * the article and pronouns, then without endings, then as a past verb.
 */
export function listArabicCandidates(word: string): Candidate[] {
  const bare = word.replace(tashkeel, "").replace(/ٱ/g, "ا").trim();
  const found = new Map<string, number>();
  const add = (form: string, distance: number) => {
    if (form.length < minLetters && form !== bare) return;
    const known = found.get(form);
    if (known === undefined || distance < known) found.set(form, distance);
  };
  add(bare, 0);
  if (bare.length > minLetters && !bare.includes(" ")) addStems(bare, add);
  return [...found]
    .map(([form, distance]) => ({ form, distance }))
    .sort((a, b) => a.distance - b.distance || b.form.length - a.form.length);
}

type Add = (form: string, distance: number) => void;

function addStems(word: string, add: Add): void {
  for (const [prefix, parts] of prefixes) {
    if (!word.startsWith(prefix)) continue;
    const stem = word.slice(prefix.length);
    const hasArticle = prefix.endsWith("ال") || prefix.endsWith("لل");
    const distance = hasArticle ? parts * 2 - 1 : parts * 3;
    add(stem, distance + penalty(stem));
    // The word لله, and words whose first letter joined that of the article.
    if (prefix.endsWith("لل")) add(`ل${stem}`, distance + 2);
    addInflections(stem, distance, add);
    if (hasArticle) continue;
    for (const pronoun of pronouns) {
      if (!stem.endsWith(pronoun) || stem.length - pronoun.length < minLetters) continue;
      const owned = stem.slice(0, -pronoun.length);
      const total = distance + 3 + (pronoun === "ي" || pronoun === "ك" ? 1 : 0);
      add(owned, total + penalty(owned));
      for (const restored of restoreEnding(owned)) add(restored, total + 0.5);
      addInflections(owned, total, add);
    }
  }
}

/** Two letters are seldom a whole stem. */
const penalty = (stem: string) => (stem.length < 3 ? 2.5 : 0);

/** An ending as it is without a pronoun: رحمته is of رحمة, هداه of هدى, سماؤه of سماء. */
function restoreEnding(stem: string): string[] {
  if (stem.endsWith("ت")) return [`${stem.slice(0, -1)}ة`];
  if (stem.endsWith("ا")) return [`${stem.slice(0, -1)}ى`, `${stem}ء`];
  if (/[ئؤ]$/.test(stem)) return [`${stem.slice(0, -1)}ء`];
  // كتبوه is of كتبوا, and so of كتب.
  if (stem.endsWith("و")) return [stem.slice(0, -1)];
  return [];
}

function addInflections(stem: string, distance: number, add: Add): void {
  addVerbs(stem, distance + 2, add);
  for (const [ending, replacements] of endings) {
    const root = stem.slice(0, -ending.length);
    if (!stem.endsWith(ending) || root.length < minLetters) continue;
    for (const replacement of replacements) {
      const form = root + replacement;
      add(form, distance + 2.5 + penalty(form) + (ending.length === 1 ? 0.5 : 0));
    }
    // قلت and كنا are of قال and كان.
    if (root.length === 2 && /^[تن]/.test(ending)) add(`${root[0]}ا${root[1]}`, distance + 3);
    addVerbs(root, distance + 3.5, add);
  }
}

/** The past of a present verb: يكتب is of كتب, يقول of قال, يدعو of دعا. */
function addVerbs(stem: string, distance: number, add: Add): void {
  if (!/^[يتنأ]/.test(stem) || stem.length < 3) return;
  const root = stem.slice(1);
  add(root, distance + penalty(root));
  if (/^.[وي].$/.test(root)) {
    add(`${root[0]}ا${root[2]}`, distance + 0.5);
    add(`أ${root[0]}ا${root[2]}`, distance + 1);
  }
  if (root.endsWith("و")) add(`${root.slice(0, -1)}ا`, distance + 0.5);
  if (root.endsWith("ي")) add(`${root.slice(0, -1)}ى`, distance + 0.5);
  // يخرج can be of أخرج, ينتظر of انتظر.
  if (root.length === 3) add(`أ${root}`, distance + 1);
  if (/^([نست])/.test(root) && root.length > 3) add(`ا${root}`, distance + 1);
  if (/^.ت/.test(root) && root.length > 3) add(`ا${root}`, distance + 1);
  // يصل is of وصل.
  if (root.length === 2) add(`و${root}`, distance + 1);
}
