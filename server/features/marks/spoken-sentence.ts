import type { User } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { type AudioAnchor, isTextAnchor, type Mark, maxQuote } from "#shared/marks/mark.ts";
import type { SentenceId } from "#shared/positions/position.ts";
import { type AudibleSentence, findSentenceAt } from "#shared/positions/sentence-times.ts";
import { getReadableSentence } from "#server/features/reader/service.ts";
import { ProblemError } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { listSentenceTimes } from "./queries.ts";

const maxClipSentences = 60;

/** A bookmark in aligned audio gets the sentences that are spoken there, if the user may read them. */
export async function addSpokenSentence<M extends Pick<Mark, "bookId" | "anchor">>(
  services: Services,
  user: User,
  mark: M,
): Promise<M> {
  const { anchor, bookId } = mark;
  if (isTextAnchor(anchor)) return mark;
  const spoken = listSpoken(anchor, await listSentenceTimes(services.db, bookId, anchor.chapter));
  const exact = await readSentences(services, user, bookId, spoken);
  const [sentence] = spoken;
  if (!sentence || !exact) return mark;
  return { ...mark, anchor: { ...anchor, sentence, quote: { exact, prefix: "", suffix: "" } } };
}

/** The sentence at a moment, or those of which a clip has the middle, or the first that it touches. */
function listSpoken({ offset, end }: AudioAnchor, times: readonly AudibleSentence[]): SentenceId[] {
  if (end === undefined) {
    const sentence = findSentenceAt(offset, times);
    return sentence ? [sentence] : [];
  }
  const touched = times.filter(([, from, to]) => from < end && to > offset);
  const inside = touched.filter(([, from, to]) => (from + to) / 2 >= offset && (from + to) / 2 < end);
  const spoken = inside.length > 0 ? inside.slice(0, maxClipSentences) : touched.slice(0, 1);
  return spoken.map(([id]) => id);
}

async function readSentences(
  services: Services,
  user: User,
  bookId: BookId,
  sentences: readonly SentenceId[],
): Promise<string> {
  let text = "";
  for (const sentence of sentences) {
    const next = await getReadableSentence(services, user, bookId, sentence).catch(ignoreRefusal);
    if (!next) break;
    text = text === "" ? next : `${text} ${next}`;
    if (text.length > maxQuote) break;
  }
  return text.slice(0, maxQuote).replace(/[\uD800-\uDBFF]$/, "");
}

function ignoreRefusal(error: unknown): null {
  if (error instanceof ProblemError) return null;
  throw error;
}
