import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { BookId } from "#shared/books/book.ts";
import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import { invalidateTopics } from "#client/lib/api/query.ts";
import { useUser } from "#client/lib/api/session.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { useStore } from "#client/lib/store.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { OtherNames } from "./other-names.tsx";
import { deleteUnsentWord, flushVocabulary, type UnsentWord, unsentWords } from "./vocabulary-outbox.ts";

interface WordFilters {
  readonly search?: string | undefined;
  readonly bookId?: BookId | undefined;
}

/** The words that wait for a connection, as the filters select them; they are sent first. */
export function useUnsentWords({ search = "", bookId }: WordFilters): readonly UnsentWord[] {
  const client = useQueryClient();
  const userId = useUser()?.id;
  const words = useStore(unsentWords);
  useEffect(() => {
    if (userId) void flushVocabulary(userId);
  }, [userId]);
  const count = words.length;
  const lastCount = useRef(count);
  useEffect(() => {
    // Words that were sent meanwhile are in the list of the server.
    if (count < lastCount.current) void invalidateTopics(client, ["vocabulary"]);
    lastCount.current = count;
  }, [count, client]);
  const wanted = normalizeSearchText(search);
  return words.filter(
    ({ word }) =>
      (!bookId || word.bookId === bookId) &&
      normalizeSearchText([word.word, word.headword, word.sentence].join(" ")).includes(wanted),
  );
}

export function UnsentWords({ words }: { readonly words: readonly UnsentWord[] }) {
  const user = useUser();
  if (!user || words.length === 0) return null;
  return (
    <section aria-labelledby="unsent-words" className="mb-4">
      <h2 id="unsent-words" className="mb-2 font-semibold text-small">
        {t("dictionary.unsent")}
      </h2>
      <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
        {words.map(({ id, word: { word, headword, definition, sentence } }) => (
          <li key={id} className="flex flex-col gap-2 p-4">
            <h3 dir="auto" className="break-words font-semibold font-title">
              {word}
              <OtherNames word={word} headword={headword} />
            </h3>
            {definition && <p dir="auto">{definition}</p>}
            {sentence && (
              <blockquote dir="auto" className="break-words border-accent border-s-2 ps-3 font-reading">
                {sentence}
              </blockquote>
            )}
            <Button
              tone="quiet"
              size="small"
              className="self-end"
              aria-label={t("dictionary.deleteWord", { word })}
              onClick={() => deleteUnsentWord(user.id, id)}
            >
              {t("dictionary.delete")}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
