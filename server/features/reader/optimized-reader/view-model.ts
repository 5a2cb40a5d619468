import type { User } from "#shared/accounts/user.ts";
import type { Language } from "#shared/api/language.ts";
import { deviceOf } from "#shared/api/user-agent.ts";
import type { BookAccess } from "#shared/books/access.ts";
import type { BookId } from "#shared/books/book.ts";
import { SentenceId } from "#shared/positions/position.ts";
import { shareOfText, sharesOfDocument } from "#shared/positions/text-share.ts";
import { sentenceId } from "#shared/reader/sentences.ts";
import type { LightPage } from "#server/epub/text/optimized-page.ts";
import type { findEbook, SpineRow } from "#server/features/reader/queries.ts";
import { type PartOfDocument, partOfDocument } from "#server/features/reader/sample-bounds.ts";
import { contentsOf } from "./contents.ts";
import type { LightLink, LightText, LightView } from "./html.ts";
import { lightWords } from "./texts.ts";
import { containsArabic, isSetInIt } from "./typeface.ts";
import { type Extras, lightAddress, signInAt, type Target } from "./urls.ts";

export interface Visitor {
  readonly user: User | null;
  readonly language: Language;
  readonly userAgent: string;
  readonly productName: string;
  /** Where the typeface for Arabic is; null where there is none to be had. */
  readonly typefaceAt: string | null;
}

/** A page of a book, as it was found. */
export interface Leaf {
  readonly bookId: BookId;
  readonly book: NonNullable<Awaited<ReturnType<typeof findEbook>>>;
  readonly access: BookAccess;
  readonly item: SpineRow;
  readonly given: Exclude<PartOfDocument, "none">;
  /** Null when the document is missing in the file, or cannot be read. */
  readonly page: LightPage | null;
  /** Counted from 1. */
  readonly part: number;
  readonly extras: Extras;
}

/** What the light reader shows of a page. */
export function chapterView(visitor: Visitor, leaf: Leaf): LightView {
  const { bookId, book, item, page, extras } = leaf;
  const { user, language, productName, userAgent, typefaceAt } = visitor;
  const words = lightWords[language];
  const readable = readableOf(book.ebook.spine, extras);
  const number = readable.findIndex(({ index }) => index === item.index) + 1;
  const links = linksOf(visitor, leaf, readable);
  const text = textOf(leaf);
  const isOfIts = isSetInIt(page?.language || book.language) || containsArabic(text?.html ?? "");
  const mayBeSet = typefaceAt !== null && isOfIts;
  return {
    status: 200,
    title: `${book.title} · ${productName}`,
    language,
    heading: book.title,
    place: number > 0 ? words.chapter(number, readable.length) : "",
    // At the head of the page: without it a device may show boxes in place of letters.
    ways: [
      ...links.ways,
      ...(mayBeSet ? [withOrWithout(leaf, "typeface", [words.useTypeface, words.leaveTypeface])] : []),
    ],
    top: [
      { to: `/book/${bookId}`, label: words.aboutBook },
      { to: `/read/${bookId}`, label: words.fullReader },
      withOrWithout(leaf, "pictures", [words.showPictures, words.hidePictures]),
      ...houseLinks(visitor),
    ],
    contents: {
      title: words.contents,
      links: contentsOf(book.ebook.toc, book.ebook.spine, (target) => lightAddress(bookId, extras, target)),
    },
    text,
    typeface: mayBeSet && extras.typeface ? typefaceAt : null,
    notes: [
      ...(page ? [] : [words.missingChapter]),
      ...(page && !text ? [words.nothingInChapter] : []),
      ...links.notes,
    ],
    keeping: user && {
      userId: user.id,
      bookId,
      device: deviceOf(userAgent),
      ...sharesOfDocument(book.ebook.spine, item.index),
      sentenceCount: page?.sentenceCount ?? 0,
      isLast: links.isLast,
    },
  };
}

/** A page that shows no book, with what is to be said instead. */
export function wordsView(visitor: Visitor, said: string, status = 200): LightView {
  const { language, productName } = visitor;
  const { lightReader } = lightWords[language];
  return {
    status,
    title: `${lightReader} · ${productName}`,
    language,
    heading: lightReader,
    place: "",
    ways: [],
    top: houseLinks(visitor),
    contents: { title: "", links: [] },
    text: null,
    typeface: null,
    notes: [said],
    keeping: null,
  };
}

/** Documents that are turned through: without pictures those that hold none but pictures are passed over. */
export const readableOf = (spine: readonly SpineRow[], { pictures }: Extras) =>
  spine.filter(({ isLinear, wordCount }) => isLinear && (wordCount > 0 || pictures));

function textOf({ page, part, book }: Leaf): LightText | null {
  const html = page?.parts[part - 1]?.html;
  if (!html || !page) return null;
  const language = page.language || book.language;
  const isOfBook = language.split("-")[0] === book.language.split("-")[0];
  return { html, language, direction: isOfBook ? book.ebook.direction : "auto" };
}

/** Where one may go from a page, and what is said where one may not. */
function linksOf(
  { user, language }: Visitor,
  leaf: Leaf,
  readable: readonly SpineRow[],
): { readonly ways: LightLink[]; readonly notes: string[]; readonly isLast: boolean } {
  const { book, access, item, given, page, part } = leaf;
  const words = lightWords[language];
  const parts = page?.parts.length ?? 1;
  const before = readable.findLast(({ index }) => index < item.index);
  const after = readable.find(({ index }) => index > item.index);
  const ways: LightLink[] = [];

  if (part > 1) ways.push(wayTo(leaf, { spineIndex: item.index, part: part - 1 }, words.previous));
  else if (before) ways.push(wayTo(leaf, { spineIndex: before.index }, words.previous));
  if (part < parts) {
    ways.push(wayTo(leaf, { spineIndex: item.index, part: part + 1 }, words.next));
    return { ways, notes: [], isLast: false };
  }
  const isCut = given.blocks !== null;
  if (isCut || (after && partOfDocument(access.read, book.ebook.sample, after.index) === "none")) {
    const here = lightAddress(leaf.bookId, leaf.extras, { spineIndex: item.index, part });
    if (!user) ways.push({ to: signInAt(here), label: words.signIn });
    return { ways, notes: [words.sampleEnds], isLast: false };
  }
  if (after) ways.push(wayTo(leaf, { spineIndex: after.index }, words.next));
  return { ways, notes: after ? [] : [words.theEnd], isLast: !after };
}

/** A page to turn to, with the place that this means. */
function wayTo({ bookId, book, item, page, extras }: Leaf, target: Target, label: string): LightLink {
  const { spineIndex, part = 1 } = target;
  const first = spineIndex === item.index ? (page?.parts[part - 1]?.sentences.start ?? 0) : 0;
  const sentence = SentenceId.parse(sentenceId(spineIndex, first));
  return {
    to: lightAddress(bookId, extras, target),
    label,
    place: { sentence, fraction: shareOfText(sentence, book.ebook.spine) },
  };
}

/** The same page with what it lacks, or without what it has. */
function withOrWithout(
  { bookId, item, part, extras }: Leaf,
  extra: keyof Extras,
  [ask, leave]: readonly [ask: string, leave: string],
): LightLink {
  const others = { ...extras, [extra]: !extras[extra] };
  return {
    to: lightAddress(bookId, others, { spineIndex: item.index, part }),
    label: extras[extra] ? leave : ask,
  };
}

function houseLinks({ user, language }: Visitor): LightLink[] {
  const { library, browse } = lightWords[language];
  return [...(user ? [{ to: "/library", label: library }] : []), { to: "/browse", label: browse }];
}
