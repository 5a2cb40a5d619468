import { expect, test } from "vitest";
import { type CitedBook, toCitedBook, toCitedPerson } from "./cited-book.ts";
import { type CitationStyle, formatCitation } from "./format-citation.ts";
import { invertName } from "./names.ts";
import { quote } from "./quotation.ts";

const people = (...names: readonly string[]) => names.map((name) => ({ name, deathYear: "" }));
const nothing: CitedBook = {
  id: "0197a3c2-0000-7000-8000-000000000001",
  title: "The Well",
  subtitle: "",
  authors: [],
  editors: [],
  translators: [],
  edition: "",
  publisher: "",
  publishedYear: null,
};
const well: CitedBook = {
  ...nothing,
  subtitle: "A History",
  authors: people("Sara Haddad"),
  editors: people("Omar Nasser"),
  translators: people("Leila Karam"),
  edition: "2nd edition",
  publisher: "Hill & Sons",
  publishedYear: 1998,
};
const muqaddimah: CitedBook = {
  ...nothing,
  title: "المقدمة",
  authors: [{ name: "ابن خلدون", deathYear: "808هـ" }],
  editors: people("علي عبد الواحد وافي"),
  edition: "الطبعة الثالثة",
  publisher: "دار نهضة مصر",
  publishedYear: 2004,
};
const page = { page: "214", chapter: null, sentence: null };
const nowhere = { chapter: null, sentence: null };
/** The line under the passage. */
const cite = (style: CitationStyle, book: CitedBook, place: Parameters<typeof formatCitation>[2] = page) =>
  formatCitation(style, book, place, "It was dry.").split("\n").slice(1).join("\n");

test("a passage with everything that is known, in each style", () => {
  expect(formatCitation("plain", well, page, "It was dry.")).toBe(
    "“It was dry.” (Sara Haddad, The Well: A History, p. 214)",
  );
  expect(formatCitation("chicago", well, page, "It was dry.")).toBe(
    "“It was dry.”\nSara Haddad, The Well: A History, ed. Omar Nasser, trans. Leila Karam, 2nd ed. (Hill & Sons, 1998), 214.",
  );
  expect(cite("mla", well)).toBe(
    "Haddad, Sara. The Well: A History. Edited by Omar Nasser, translated by Leila Karam, 2nd ed., Hill & Sons, 1998, p. 214.",
  );
  expect(formatCitation("arabic", muqaddimah, page, "العمران سابق.")).toBe(
    "«العمران سابق.»\nابن خلدون (ت 808هـ)، المقدمة، تحقيق: علي عبد الواحد وافي، الطبعة الثالثة، دار نهضة مصر، 2004م، ص 214.",
  );
  expect(formatCitation("plain", muqaddimah, page, "العمران سابق.")).toBe(
    "«العمران سابق.» (ابن خلدون، المقدمة، ص 214)",
  );
});

test("unknown fields leave no trace", () => {
  expect(formatCitation("plain", nothing, nowhere, "It was dry.")).toBe("“It was dry.” (The Well)");
  expect(cite("chicago", nothing, nowhere)).toBe("The Well.");
  expect(cite("mla", nothing, nowhere)).toBe("The Well.");
  expect(cite("arabic", { ...nothing, title: "البئر" }, nowhere)).toBe("البئر.");
  expect(cite("bibtex", nothing, nowhere)).toBe("  title = {{The Well}},\n  annote = {It was dry.}\n}");
  expect(cite("chicago", { ...nothing, publishedYear: -350 })).toBe("The Well (350 BCE), 214.");
  expect(cite("mla", { ...nothing, title: "Who Dug?", subtitle: "A Tale" }, nowhere)).toBe(
    "Who Dug? A Tale.",
  );
});

test("several authors, and editors in their place", () => {
  const two = { ...nothing, authors: people("Sara Haddad", "Omar Nasser") };
  const four = { ...nothing, authors: people("Sara Haddad", "A. B.", "C. D.", "E. F.") };
  expect(cite("chicago", two)).toBe("Sara Haddad and Omar Nasser, The Well, 214.");
  expect(cite("chicago", four)).toBe("Sara Haddad et al., The Well, 214.");
  expect(cite("mla", two)).toBe("Haddad, Sara, and Omar Nasser. The Well. P. 214.");
  expect(cite("mla", four)).toBe("Haddad, Sara, et al. The Well. P. 214.");
  const arabic = { ...nothing, title: "البئر", authors: people("أحمد أمين", "زكي محمود") };
  expect(cite("arabic", arabic)).toBe("أحمد أمين وزكي محمود، البئر، ص 214.");
  expect(cite("arabic", { ...arabic, authors: people("أحمد", "علي", "عمر", "زيد") })).toBe(
    "أحمد وآخرون، البئر، ص 214.",
  );
  const edited = { ...nothing, editors: people("Sara Haddad", "Omar Nasser") };
  expect(cite("chicago", edited)).toBe("Sara Haddad and Omar Nasser, eds., The Well, 214.");
  expect(cite("mla", edited)).toBe("Haddad, Sara, and Omar Nasser, editors. The Well. P. 214.");
});

test("volume and page, or chapter and sentence", () => {
  const volume = { page: "1/214", chapter: "Rain", sentence: 4 };
  expect(cite("chicago", nothing, volume)).toBe("The Well, 1:214.");
  expect(cite("mla", nothing, volume)).toBe("The Well. Vol. 1, p. 214.");
  expect(cite("arabic", muqaddimah, volume)).toMatch(/2004م، 1\/214\.$/);
  expect(cite("bibtex", nothing, volume)).toContain("volume = {1},\n  pages = {214}");
  const chapter = { page: null, chapter: "The “Deep” Well", sentence: 4 };
  expect(cite("chicago", nothing, chapter)).toBe("The Well, “The ‘Deep’ Well,” sentence 4.");
  expect(cite("chicago", nothing, { chapter: "Why?", sentence: 4 })).toBe("The Well, “Why?” sentence 4.");
  expect(cite("chicago", nothing, { chapter: null, sentence: 4 })).toBe("The Well, sentence 4.");
  expect(cite("arabic", muqaddimah, { chapter: "في العمران", sentence: 4 })).toMatch(
    /، «في العمران»، الجملة 4\.$/,
  );
  expect(cite("bibtex", nothing, chapter)).toContain("note = {Chapter: The “Deep” Well, sentence 4}");
});

test.each([
  ["Sara Haddad", "Haddad, Sara"],
  ["Martin Luther King, Jr.", "King, Martin Luther, Jr."],
  ["Ludwig van Beethoven", "Beethoven, Ludwig van"],
  ["Nawal El Saadawi", "El Saadawi, Nawal"],
  ["Muhammad al-Ghazali", "al-Ghazali, Muhammad"],
  ["Al Gore", "Gore, Al"],
  ["W. B. Yeats", "Yeats, W. B."],
  ["Homer", "Homer"],
  ["Ibn Khaldun", "Ibn Khaldun"],
  ["Abu Hamid al-Ghazali", "Abu Hamid al-Ghazali"],
  ["Ahmad ibn Hanbal", "Ahmad ibn Hanbal"],
  ["Malik b. Anas", "Malik b. Anas"],
  ["Haddad, Sara", "Haddad, Sara"],
  ["ابن خلدون", "ابن خلدون"],
  ["村上 春樹", "村上 春樹"],
])("MLA writes %s as %s", (name, inverted) => {
  expect(invertName(name)).toBe(inverted);
});

test("quotations inside of a passage get the other marks; apostrophes and ʿayn stay", () => {
  expect(quote("“Go,” she said.")).toBe("“‘Go,’ she said.”");
  expect(quote('"Go," she said.')).toBe("“‘Go,’ she said.”");
  expect(quote("“He said ‘it’s dry’ to me.”")).toBe("“‘He said “it’s dry” to me.’”");
  expect(quote("“Ask ‘Ali’s son.”")).toBe("“‘Ask ‘Ali’s son.’”");
  expect(quote("dry,” she said")).toBe("“dry,’ she said”");
  expect(quote("قال: «اذهب» ثم سكت")).toBe("«قال: “اذهب” ثم سكت»");
});

test("parts in the other script keep the punctuation of the line in place", () => {
  const [lrm, rlm] = ["\u200E", "\u200F"];
  expect(cite("arabic", { ...well, editors: [], translators: [], edition: "", subtitle: "" })).toBe(
    `${rlm}Sara Haddad${rlm}، ${rlm}The Well${rlm}، ${rlm}Hill & Sons${rlm}، 1998م، ص 214.`,
  );
  expect(cite("chicago", { ...muqaddimah, editors: [], edition: "" })).toBe(
    `${lrm}ابن خلدون${lrm}, ${lrm}المقدمة${lrm} (${lrm}دار نهضة مصر${lrm}, 2004), 214.`,
  );
});

test("BibTeX: keys, names and escapes", () => {
  const book = {
    ...well,
    title: "100% {Wells} & C_{2}~^",
    authors: people("Ibn Khaldun", "Martin Luther King, Jr.", "Wells and Springs Society"),
    editors: people("Zoë Ångström"),
    translators: [],
  };
  expect(formatCitation("bibtex", book, page, "50 $ \\ #1")).toBe(
    String.raw`@book{khaldun1998wells,
  author = {{Ibn Khaldun} and King, Jr., Martin Luther and {Wells and Springs Society}},
  editor = {Ångström, Zoë},
  title = {{100\% {\textbraceleft}Wells{\textbraceright} \& C\_{\textbraceleft}2{\textbraceright}{\textasciitilde}{\textasciicircum}}},
  subtitle = {{A History}},
  edition = {2nd edition},
  publisher = {Hill \& Sons},
  year = {1998},
  pages = {214},
  annote = {50 \$ {\textbackslash} \#1}
}`,
  );
  const key = (one: CitedBook) => /^@book\{(.*),/.exec(formatCitation("bibtex", one, page, "x"))?.[1];
  expect(key({ ...nothing, authors: people("Zoë Ångström"), title: "Ur" })).toBe("angstromur");
  expect(key(muqaddimah)).toBe("book0197a3c2");
});

test("death years are read from names, editions from titles", () => {
  expect(toCitedPerson("ابن خلدون (ت 808هـ)")).toEqual({ name: "ابن خلدون", deathYear: "808هـ" });
  expect(toCitedPerson("ابن خلدون (المتوفى سنة ٨٠٨ هـ)").deathYear).toBe("٨٠٨ هـ");
  expect(toCitedPerson("Ibn Khaldun (1332–1406)")).toEqual({ name: "Ibn Khaldun", deathYear: "1406" });
  expect(toCitedPerson("Ibn Khaldun (d. 808/1406)").deathYear).toBe("808/1406");
  expect(toCitedPerson("Sara (editor)")).toEqual({ name: "Sara (editor)", deathYear: "" });

  const detail = {
    ...nothing,
    id: nothing.id as never,
    author: "Sara Haddad",
    contributors: [
      { name: "Omar Nasser", role: "editor" },
      { name: "A Voice", role: "narrator" },
    ] as const,
  };
  expect(toCitedBook({ ...detail, title: "The Well (Second edition)" })).toEqual({
    ...nothing,
    authors: people("Sara Haddad"),
    editors: people("Omar Nasser"),
    edition: "Second edition",
  });
  expect(toCitedBook({ ...detail, subtitle: "الطبعة الثالثة" })).toMatchObject({
    subtitle: "",
    edition: "الطبعة الثالثة",
  });
  expect(toCitedBook({ ...detail, subtitle: "A History (novel)" }).subtitle).toBe("A History (novel)");
});
