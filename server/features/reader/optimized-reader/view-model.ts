import { getSignInPath } from "#shared/accounts/sign-in-path.ts";
import type { User } from "#shared/accounts/user.ts";
import type { Language } from "#shared/api/language.ts";
import { toDevice } from "#shared/api/user-agent.ts";
import type { BookAccess } from "#shared/books/access.ts";
import type { BookId } from "#shared/books/book.ts";
import { SentenceId } from "#shared/positions/position.ts";
import { getDocumentFractions, getTextFraction } from "#shared/positions/text-fraction.ts";
import { getSentenceId } from "#shared/reader/sentences.ts";
import type { OptimizedPage } from "#server/epub/text/optimized-page.ts";
import type { findEbook, StoredSpineItem } from "#server/features/reader/queries.ts";
import { type DocumentPart, getDocumentPart } from "#server/features/reader/sample-bounds.ts";
import { createTranslator } from "#server/i18n/translate.ts";
import { getContents } from "./contents.ts";
import type { OptimizedLink, OptimizedText, OptimizedView } from "./html.ts";
import { containsArabic, isWrittenInScript } from "./typeface.ts";
import { getOptimizedPageUrl, type PageOptions, type PageTarget } from "./urls.ts";

export interface Visitor {
  readonly user: User | null;
  readonly language: Language;
  readonly userAgent: string;
  readonly productName: string;
  /** Null when the Arabic font is missing from the build. */
  readonly typefaceUrl: string | null;
}

/** A book and the requested page of it. */
export interface ChapterPage {
  readonly bookId: BookId;
  readonly book: NonNullable<Awaited<ReturnType<typeof findEbook>>>;
  readonly access: BookAccess;
  readonly item: StoredSpineItem;
  readonly portion: Exclude<DocumentPart, "none">;
  /** Null when the document is missing or damaged. */
  readonly page: OptimizedPage | null;
  /** From 1. */
  readonly part: number;
  readonly pageOptions: PageOptions;
}

export function createChapterView(visitor: Visitor, chapterPage: ChapterPage): OptimizedView {
  const { bookId, book, item, page, pageOptions } = chapterPage;
  const { user, language, productName, userAgent, typefaceUrl } = visitor;
  const t = createTranslator(language);
  const readable = toReadableView(book.ebook.spine, pageOptions);
  const number = readable.findIndex(({ index }) => index === item.index) + 1;
  const links = getLinks(visitor, chapterPage, readable);
  const text = getText(chapterPage);
  const usesArabicScript =
    isWrittenInScript(page?.language || book.language) || containsArabic(text?.html ?? "");
  const canUseTypeface = typefaceUrl !== null && usesArabicScript;
  return {
    status: 200,
    title: `${book.title} · ${productName}`,
    language,
    heading: book.title,
    position: number > 0 ? t("textReader.chapter", { number, count: readable.length }) : "",
    links: [
      ...links.links,
      ...(canUseTypeface
        ? [
            createToggleLink(chapterPage, "typeface", [
              t("textReader.useTypeface"),
              t("textReader.disableTypeface"),
            ]),
          ]
        : []),
    ],
    top: [
      { to: `/book/${bookId}`, label: t("textReader.bookDescription") },
      { to: `/read/${bookId}`, label: t("textReader.fullReader") },
      createToggleLink(chapterPage, "pictures", [t("textReader.showPictures"), t("textReader.hidePictures")]),
      ...getSiteLinks(visitor),
    ],
    contents: {
      title: t("textReader.contents"),
      links: getContents(book.ebook.toc, book.ebook.spine, (target) =>
        getOptimizedPageUrl(bookId, pageOptions, target),
      ),
    },
    text,
    typeface: canUseTypeface && pageOptions.typeface ? typefaceUrl : null,
    notes: [
      ...(page ? [] : [t("textReader.missingChapter")]),
      ...(page && !text ? [t("textReader.nothingInChapter")] : []),
      ...links.notes,
    ],
    savedState: user && {
      userId: user.id,
      bookId,
      device: toDevice(userAgent),
      ...getDocumentFractions(book.ebook.spine, item.index),
      sentenceCount: page?.sentenceCount ?? 0,
      isLast: links.isLast,
    },
  };
}

export function createMessageView(visitor: Visitor, message: string, status = 200): OptimizedView {
  const { language, productName } = visitor;
  const t = createTranslator(language);
  return {
    status,
    title: `${t("textReader.title")} · ${productName}`,
    language,
    heading: t("textReader.title"),
    position: "",
    links: [],
    top: getSiteLinks(visitor),
    contents: { title: "", links: [] },
    text: null,
    typeface: null,
    notes: [message],
    savedState: null,
  };
}

/** The documents in page order; without images, those with only images are skipped. */
export const toReadableView = (spine: readonly StoredSpineItem[], { pictures }: PageOptions) =>
  spine.filter(({ isLinear, wordCount }) => isLinear && (wordCount > 0 || pictures));

function getText({ page, part, book }: ChapterPage): OptimizedText | null {
  const html = page?.parts[part - 1]?.html;
  if (!html || !page) return null;
  const language = page.language || book.language;
  const isBookLanguage = language.split("-")[0] === book.language.split("-")[0];
  return { html, language, direction: isBookLanguage ? book.ebook.direction : "auto" };
}

function getLinks(
  { user, language }: Visitor,
  chapterPage: ChapterPage,
  readable: readonly StoredSpineItem[],
): { readonly links: OptimizedLink[]; readonly notes: string[]; readonly isLast: boolean } {
  const { book, access, item, portion, page, part } = chapterPage;
  const t = createTranslator(language);
  const parts = page?.parts.length ?? 1;
  const before = readable.findLast(({ index }) => index < item.index);
  const after = readable.find(({ index }) => index > item.index);
  const links: OptimizedLink[] = [];

  if (part > 1)
    links.push(createLink(chapterPage, { spineIndex: item.index, part: part - 1 }, t("textReader.previous")));
  else if (before)
    links.push(createLink(chapterPage, { spineIndex: before.index }, t("textReader.previous")));
  if (part < parts) {
    links.push(createLink(chapterPage, { spineIndex: item.index, part: part + 1 }, t("textReader.next")));
    return { links, notes: [], isLast: false };
  }
  const isCut = portion.blocks !== null;
  if (isCut || (after && getDocumentPart(access.read, book.ebook.sample, after.index) === "none")) {
    const baseUrl = getOptimizedPageUrl(chapterPage.bookId, chapterPage.pageOptions, {
      spineIndex: item.index,
      part,
    });
    if (!user) links.push({ to: getSignInPath(baseUrl), label: t("textReader.signIn") });
    return { links, notes: [t("textReader.sampleEnds")], isLast: false };
  }
  if (after) links.push(createLink(chapterPage, { spineIndex: after.index }, t("textReader.next")));
  return { links, notes: after ? [] : [t("textReader.endOfBook")], isLast: !after };
}

function createLink(
  { bookId, book, item, page, pageOptions }: ChapterPage,
  target: PageTarget,
  label: string,
): OptimizedLink {
  const { spineIndex, part = 1 } = target;
  const first = spineIndex === item.index ? (page?.parts[part - 1]?.sentences.start ?? 0) : 0;
  const sentence = SentenceId.parse(getSentenceId(spineIndex, first));
  return {
    to: getOptimizedPageUrl(bookId, pageOptions, target),
    label,
    locator: { sentence, fraction: getTextFraction(sentence, book.ebook.spine) },
  };
}

/** The same page with or without images. */
function createToggleLink(
  { bookId, item, part, pageOptions }: ChapterPage,
  option: keyof PageOptions,
  [enableLabel, disableLabel]: readonly [enable: string, disable: string],
): OptimizedLink {
  const toggled = { ...pageOptions, [option]: !pageOptions[option] };
  return {
    to: getOptimizedPageUrl(bookId, toggled, { spineIndex: item.index, part }),
    label: pageOptions[option] ? disableLabel : enableLabel,
  };
}

function getSiteLinks({ user, language }: Visitor): OptimizedLink[] {
  const t = createTranslator(language);
  return [
    ...(user ? [{ to: "/library", label: t("textReader.library") }] : []),
    { to: "/browse", label: t("textReader.browse") },
  ];
}
