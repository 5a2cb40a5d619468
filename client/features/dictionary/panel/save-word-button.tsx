import { useMutation, useQueryClient } from "@tanstack/react-query";
import { BookmarkPlus, Check } from "lucide-react";
import type { UserId } from "#shared/accounts/user.ts";
import { isArabic } from "#shared/dictionary/fold-word.ts";
import { maxSentenceLength, type NewWord } from "#shared/dictionary/vocabulary.ts";
import { withReasonTexts } from "#client/lib/api/error-message.ts";
import { invalidateTopics } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { getPlainText } from "../definitions/definition-node.ts";
import type { FoundSection } from "../look-up.ts";
import { saveWord } from "../vocabulary-outbox.ts";
import type { LookUpPanelProps } from "./look-up-panel-props.ts";

interface SaveWordButtonProps extends Omit<LookUpPanelProps, "onClose"> {
  readonly userId: UserId;
  readonly sections: readonly FoundSection[];
}

const maxWord = 100;
const maxDefinition = 1_000;

/** Saves the word with its sentence, its place and what was found. */
export function SaveWordButton(props: SaveWordButtonProps) {
  const client = useQueryClient();
  const saveMutation = useMutation({
    mutationFn: () => withReasonTexts(saveWord(props.userId, toNewWord(props))),
    onSuccess: () => invalidateTopics(client, ["vocabulary"]),
    networkMode: "always",
  });
  const { data: isSent } = saveMutation;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        size="small"
        icon={isSent === undefined ? <BookmarkPlus aria-hidden /> : <Check aria-hidden />}
        disabled={isSent !== undefined}
        isPending={saveMutation.isPending}
        onClick={() => saveMutation.mutate()}
      >
        {t(isSent === undefined ? "dictionary.save" : "dictionary.saved")}
      </Button>
      <p role="status" className="text-muted text-small">
        {isSent === false && t("dictionary.savedOffline")}
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
