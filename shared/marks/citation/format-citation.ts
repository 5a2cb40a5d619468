import { formatBibtex } from "./bibtex.ts";
import type { CitedBook, CitedPerson, CitedPlace } from "./cited-book.ts";
import { joinInArabic, joinInNote, joinInWorksCited } from "./names.ts";
import { isolateInLine, quote, startsRightToLeft } from "./quotation.ts";

export const citationStyles = ["plain", "chicago", "mla", "arabic", "bibtex"] as const;
export type CitationStyle = (typeof citationStyles)[number];

/** A passage with its source; what is not known about the book is left out. */
export function formatCitation(
  style: CitationStyle,
  book: CitedBook,
  place: CitedPlace,
  passage: string,
): string {
  if (style === "bibtex") return formatBibtex(book, place, passage);
  if (style === "plain") return `${quote(passage)} (${formatPlain(book, place)})`;
  const format = { chicago: formatNote, mla: formatWorkCited, arabic: formatArabic }[style];
  return `${quote(passage)}\n${format(book, place)}`;
}

const ltr = (part: string) => isolateInLine(part, false);
const rtl = (part: string) => isolateInLine(part, true);
const getNames = (people: readonly CitedPerson[]) => people.map(({ name }) => ltr(name));
const join = (parts: readonly string[], separator: string) => parts.filter(Boolean).join(separator);
const endSentence = (text: string) => (/[.?!]\u200E?$/.test(text) ? text : `${text}.`);

function getTitle({ title, subtitle }: CitedBook): string {
  if (!subtitle) return title;
  return /[?!؟]$/.test(title) ? `${title} ${subtitle}` : `${title}: ${subtitle}`;
}

const getYear = (year: number | null) => (year === null ? "" : year < 0 ? `${-year} BCE` : String(year));

function splitPage(page: string | null | undefined): { readonly volume: string; readonly page: string } {
  const [number = "", volume = ""] = page?.split("/").reverse() ?? [];
  return { volume, page: number };
}

function formatPlain(book: CitedBook, place: CitedPlace): string {
  if (startsRightToLeft(book.title)) {
    const people = joinInArabic(
      book.authors.map(({ name }) => ({ name, deathYear: "" })),
      rtl,
    );
    return join([people, rtl(getTitle(book)), getArabicPlace(place)], "، ");
  }
  return join([joinInNote(getNames(book.authors)), ltr(getTitle(book)), getPlace(place)], ", ");
}

/** A note of the Chicago Manual of Style, 18th edition. */
function formatNote(book: CitedBook, place: CitedPlace): string {
  const { authors, editors, translators, publisher, publishedYear } = book;
  const editorNames = joinInNote(getNames(editors));
  const isEdited = authors.length === 0 && editors.length > 0;
  const lead = isEdited
    ? `${editorNames}, ${editors.length > 1 ? "eds." : "ed."}`
    : joinInNote(getNames(authors));
  const work = [
    lead,
    ltr(getTitle(book)),
    isEdited || !editorNames ? "" : `ed. ${editorNames}`,
    translators.length > 0 ? `trans. ${joinInNote(getNames(translators))}` : "",
    shortenEdition(book.edition),
  ];
  const imprint = join([ltr(publisher), getYear(publishedYear)], ", ");
  const { volume, page } = splitPage(place.page);
  const where = page ? join([volume, page], ":") : getPlace(place);
  return endSentence(join([join(work, ", ") + (imprint && ` (${imprint})`), where], ", "));
}

/** An entry of works cited of the MLA Handbook, 9th edition, with the place of the passage. */
function formatWorkCited(book: CitedBook, place: CitedPlace): string {
  const { authors, editors, translators } = book;
  const isEdited = authors.length === 0 && editors.length > 0;
  const editorRole = editors.length > 1 ? "editors" : "editor";
  const lead = isEdited
    ? `${ltr(joinInWorksCited(editors.map(({ name }) => name)))}, ${editorRole}`
    : ltr(joinInWorksCited(authors.map(({ name }) => name)));
  const details = [
    isEdited || editors.length === 0 ? "" : `edited by ${joinInNote(getNames(editors))}`,
    translators.length > 0 ? `translated by ${joinInNote(getNames(translators))}` : "",
    shortenEdition(book.edition),
    ltr(book.publisher),
    getYear(book.publishedYear),
    getPlace(place),
  ];
  const rest = join(details, ", ").replace(/^[a-z]/, (letter) => letter.toUpperCase());
  return join([lead, ltr(getTitle(book)), rest].filter(Boolean).map(endSentence), " ");
}

const shortenEdition = (edition: string) => ltr(edition.replace(/\bedition$/i, "ed."));

function getPlace({ page: label, chapter, sentence }: CitedPlace): string {
  const { volume, page } = splitPage(label);
  if (page) return join([volume && `vol. ${volume}`, `p. ${page}`], ", ");
  const where = sentence === null ? "" : `sentence ${sentence}`;
  if (!chapter) return where;
  const comma = where && !/[.,?!]$/.test(chapter) ? "," : "";
  return join([quote(`${ltr(chapter)}${comma}`, false), where], " ");
}

/** Author with death year, title, editor, translator, edition, publisher, year, volume/page. */
function formatArabic(book: CitedBook, place: CitedPlace): string {
  const { authors, editors, translators, edition, publisher, publishedYear: year } = book;
  const parts = [
    joinInArabic(authors, rtl),
    rtl(getTitle(book)),
    editors.length > 0 ? `تحقيق: ${joinInArabic(withoutYears(editors), rtl)}` : "",
    translators.length > 0 ? `ترجمة: ${joinInArabic(withoutYears(translators), rtl)}` : "",
    rtl(edition),
    rtl(publisher),
    year === null ? "" : year < 0 ? `${-year} ق.م` : `${year}م`,
    getArabicPlace(place),
  ];
  return `${join(parts, "، ")}.`;
}

const withoutYears = (people: readonly CitedPerson[]) => people.map(({ name }) => ({ name, deathYear: "" }));

function getArabicPlace({ page: label, chapter, sentence }: CitedPlace): string {
  const { volume, page } = splitPage(label);
  if (page) return volume ? `${volume}/${page}` : `ص ${page}`;
  return join(
    [chapter ? quote(rtl(chapter), true) : "", sentence === null ? "" : `الجملة ${sentence}`],
    "، ",
  );
}
