import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { type LocatedQuote, QuoteLocator, removeSpace } from "#shared/marks/locate-quote.ts";
import {
  isTextAnchor,
  type Mark,
  type Placement,
  type TextAnchor,
  type TextPoint,
} from "#shared/marks/mark.ts";
import { readSentence } from "#shared/positions/sentence-times.ts";
import { getTextFraction } from "#shared/positions/text-fraction.ts";
import type { Database } from "#server/db/client.ts";
import { getContentVersion } from "#server/epub/content-version.ts";
import { type MappedPassage, PassageMapper, type SentenceMatches } from "./passage-mapper.ts";
import { findText, listSentences, listTextMarks, type PlacedMark, savePlacements } from "./queries.ts";

type Text = NonNullable<Awaited<ReturnType<typeof findText>>>;

interface PlacedAnchor {
  readonly anchor: TextAnchor;
  readonly placement: Placement;
}

/**
 * Checks the passages of new marks against the current text. One that was made in an earlier version of the
 * text, or whose words stand elsewhere, is placed again.
 */
export async function placeNewMarks<M extends Pick<Mark, "bookId" | "anchor" | "placement">>(
  db: Database,
  bookId: BookId,
  created: readonly M[],
): Promise<M[]> {
  const text = await findText(db, bookId);
  if (!text) return [...created];
  const anchors = created.flatMap(({ anchor }) => (isTextAnchor(anchor) ? [anchor] : []));
  const version = getContentVersion(text.sha256);
  const isCurrent = anchors.every((anchor) => anchor.version === version);
  const spineIndexes = anchors.map(({ start }) => readSentence(start.sentence).spineIndex);
  const near = new QuoteLocator(await listSentences(db, bookId, [...new Set(spineIndexes)]));
  const isPlaced = (anchor: TextAnchor) => anchor.version === version && hasWords(near, anchor);
  if (isCurrent && anchors.every(isPlaced)) return [...created];
  const whole = new QuoteLocator(await listSentences(db, bookId));
  return created.map((mark) => {
    const { anchor } = mark;
    if (!isTextAnchor(anchor) || isPlaced(anchor)) return mark;
    return { ...mark, ...moveAnchor(anchor, whole.locate(anchor.quote, anchor.start), text) };
  });
}

const hasWords = (text: QuoteLocator, { start, end, quote }: TextAnchor): boolean => {
  const words = text.read(start, end);
  return words !== null && removeSpace(words) === removeSpace(quote.exact);
};

/** The quotation stays as the reader marked it, so that a later revision can bring its words back. */
function moveAnchor(
  { cfi: _cfi, ...anchor }: TextAnchor,
  found: LocatedQuote | null,
  { sha256, spine }: Text,
): PlacedAnchor {
  if (!found) return { anchor, placement: "lost" };
  const { start, end, isExact } = found;
  return {
    anchor: {
      ...anchor,
      start,
      end,
      fraction: getTextFraction(start.sentence, spine),
      version: getContentVersion(sha256),
    },
    placement: isExact ? "exact" : "moved",
  };
}

const pageSize = 1_000;

export interface ReplacedText {
  /** The book that holds the replaced text now. */
  readonly holder: BookId;
  readonly version: string;
  readonly matches: SentenceMatches;
}

/**
 * Places the marks of all readers in the text that replaced another one: where the sentences around them are
 * now, else by their words. Others are kept as lost, with their text.
 */
export async function relocateMarks(tx: Database, bookId: BookId, replaced: ReplacedText): Promise<void> {
  const text = await findText(tx, bookId);
  if (!text) return;
  let next: NewText | null = null;
  let after: { readonly userId: UserId; readonly id: PlacedMark["id"] } | null = null;
  for (;;) {
    const page: Awaited<ReturnType<typeof listTextMarks>> = await listTextMarks(tx, bookId, after, pageSize);
    if (page.length > 0) next ??= await openNewText(tx, bookId, text, replaced);
    const placed: PlacedMark[] = [];
    for (const { userId, id, ...mark } of page) {
      if (next && isTextAnchor(mark.anchor))
        placed.push({ userId, id, ...relocate(mark.anchor, mark.placement, next) });
    }
    if (placed.length > 0) await savePlacements(tx, placed);
    if (page.length < pageSize) return;
    after = page.at(-1) ?? null;
  }
}

interface NewText {
  readonly text: Text;
  readonly locator: QuoteLocator;
  readonly mapper: PassageMapper;
  readonly replaced: ReplacedText;
}

async function openNewText(
  tx: Database,
  bookId: BookId,
  text: Text,
  replaced: ReplacedText,
): Promise<NewText> {
  const documents = await listSentences(tx, bookId);
  const before = await listSentences(tx, replaced.holder);
  return {
    text,
    locator: new QuoteLocator(documents),
    mapper: new PassageMapper(before, documents, replaced.matches),
    replaced,
  };
}

/** From here on a passage in its old sentence goes before the same words elsewhere. */
const minShare = 0.6;
/** Shorter quotations stand in many places. */
const minDistinctLength = 24;

function relocate(anchor: TextAnchor, placement: Placement, next: NewText): PlacedAnchor {
  const { text, locator, mapper, replaced } = next;
  const isKnown = placement !== "lost" && anchor.version === replaced.version;
  const mapped = isKnown ? mapper.map(anchor) : null;
  if (mapped && mapped.share >= minShare) return moveAnchor(anchor, compare(mapped, anchor, locator), text);
  const first = replaced.matches.get(anchor.start.sentence);
  const last = replaced.matches.get(anchor.end.sentence);
  const isKept = isKnown && first?.isSame === true && last?.isSame === true;
  const isDistinct = removeSpace(anchor.quote.exact).length >= minDistinctLength;
  const near: TextPoint | null = first ? { sentence: first.to, offset: anchor.start.offset } : null;
  const found = isDistinct || !isKept ? locator.locate(anchor.quote, near) : null;
  if (found) return moveAnchor(anchor, found, text);
  if (mapped) return moveAnchor(anchor, compare(mapped, anchor, locator), text);
  const whole = isKept ? locator.getSentences(first.to, last.to) : null;
  return moveAnchor(anchor, whole && { ...whole, isExact: false }, text);
}

/** Whether a passage has the words of the quotation. */
function compare({ start, end }: MappedPassage, { quote }: TextAnchor, locator: QuoteLocator): LocatedQuote {
  const words = locator.read(start, end) ?? "";
  return { start, end, isExact: removeSpace(words) === removeSpace(quote.exact) };
}
