import { useMutation, useQueryClient } from "@tanstack/react-query";
import { BookmarkPlus, Check } from "lucide-react";
import type { UserId } from "#shared/accounts/user.ts";
import { isArabic } from "#shared/dictionary/fold-word.ts";
import { maxSentenceLength, type NewWord, type WordId } from "#shared/dictionary/vocabulary.ts";
import { withReasonTexts } from "#client/lib/api/error-message.ts";
import { invalidateTopics } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { TextLink } from "#client/ui/text-link.tsx";
import { getPlainText } from "../definitions/definition-node.ts";
import type { FoundSection } from "../look-up.ts";
import { createWordId, deleteWord, saveWord } from "../vocabulary-outbox.ts";
import type { LookUpPanelProps } from "./look-up-panel-props.ts";
import { useSavedWord } from "./use-saved-word.ts";

interface SaveWordButtonProps extends Omit<LookUpPanelProps, "onClose"> {
  readonly userId: UserId;
  readonly sections: readonly FoundSection[];
}

const maxWord = 100;
const maxDefinition = 1_000;

/** Saves the word with its sentence, its place and what was found; a saved one is linked. */
export function SaveWordButton(props: SaveWordButtonProps) {
  const { userId, word } = props;
  const client = useQueryClient();
  const { isSaved, isWaiting, isPending } = useSavedWord(word);
  const saveMutation = useMutation({
    mutationFn: async () => {
      const wordId = createWordId();
      await withReasonTexts(saveWord(userId, wordId, toNewWord(props)));
      return wordId;
    },
    onSuccess: () => invalidateTopics(client, ["vocabulary"]),
    networkMode: "always",
  });
  const { data: savedId } = saveMutation;
  const undoMutation = useMutation({
    mutationFn: (wordId: WordId) => withReasonTexts(deleteWord(userId, wordId)),
    onSuccess: async () => {
      await invalidateTopics(client, ["vocabulary"]);
      saveMutation.reset();
    },
    networkMode: "always",
  });
  const isDone = isSaved || savedId !== undefined;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        size="small"
        icon={isDone ? <Check aria-hidden /> : <BookmarkPlus aria-hidden />}
        disabled={isDone || isPending}
        isPending={saveMutation.isPending}
        onClick={() => saveMutation.mutate()}
      >
        {t(isDone ? "dictionary.saved" : "dictionary.save")}
      </Button>
      {savedId && (
        <Button
          size="small"
          tone="quiet"
          isPending={undoMutation.isPending}
          onClick={() => undoMutation.mutate(savedId)}
        >
          {t("common.undo")}
        </Button>
      )}
      {isDone && (
        <TextLink
          to={`/library/vocabulary?search=${encodeURIComponent(word)}`}
          className="inline-flex min-h-11 items-center"
        >
          {t("dictionary.vocabulary")}
        </TextLink>
      )}
      <p role="status" className="text-muted text-small">
        {isWaiting && t("dictionary.savedOffline")}
      </p>
    </div>
  );
}

function toNewWord({ word, sentence, place, language, bookId, sections }: SaveWordButtonProps): NewWord {
  const [entry] = sections[0]?.entries ?? [];
  const isBookInArabic = language?.split("-")[0] === "ar";
  return {
    word: word.slice(0, maxWord),
    language: isArabic(word) || isBookInArabic ? "ar" : "en",
    ...(entry && {
      headword: entry.headword.slice(0, maxWord),
      definition: getPlainText(entry.nodes).slice(0, maxDefinition),
    }),
    ...(sentence && { sentence: sentence.slice(0, maxSentenceLength) }),
    ...(bookId && { bookId }),
    ...(place && { place }),
  };
}
