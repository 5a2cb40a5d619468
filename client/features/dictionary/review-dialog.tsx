import { useEffect, useRef, useState } from "react";
import { type VocabularyWord, vocabularyContract } from "#shared/dictionary/vocabulary.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { DefinitionView } from "./definitions/definition-view.tsx";
import { parseDefinition } from "./definitions/parse-definition.ts";

interface ReviewDialogProps {
  readonly words: readonly VocabularyWord[];
  readonly onClose: () => void;
}

/** Asks some words one after the other: first the word in its sentence, then its meaning. */
export function ReviewDialog({ words, onClose }: ReviewDialogProps) {
  const [index, setIndex] = useState(0);
  const [isShown, setShown] = useState(false);
  const reviewMutation = useContractMutation(vocabularyContract.reviewWord);
  const word = words[index];
  const content = useRef<HTMLDivElement>(null);
  const hasBegun = index > 0 || isShown;
  // The pressed button is gone. The dialog moves the focus itself when it opens.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each word and each meaning
  useEffect(() => {
    if (hasBegun) content.current?.querySelector("button")?.focus();
  }, [index, isShown]);
  const answer = ({ id, step }: VocabularyWord, isRemembered: boolean) =>
    reviewMutation.mutate(
      { params: { wordId: id }, body: { step, isRemembered } },
      {
        onSuccess: () => {
          setShown(false);
          setIndex(index + 1);
        },
      },
    );
  return (
    <Dialog isOpen title={t("dictionary.reviewTitle")} onClose={onClose}>
      <div ref={content} className="flex flex-col gap-4">
        {word ? (
          <>
            <p className="text-muted text-small">
              {t("dictionary.reviewProgress", { n: index + 1, total: words.length })}
            </p>
            <p dir="auto" className="break-words font-semibold font-title text-h3">
              {word.word}
            </p>
            {word.sentence && (
              <blockquote dir="auto" className="break-words border-accent border-s-2 ps-3 font-reading">
                {word.sentence}
              </blockquote>
            )}
            {isShown ? (
              <Answer
                word={word}
                isPending={reviewMutation.isPending}
                onAnswer={(known) => answer(word, known)}
              />
            ) : (
              <Button onClick={() => setShown(true)}>{t("dictionary.showMeaning")}</Button>
            )}
          </>
        ) : (
          <>
            <p role="status">{t("dictionary.reviewDone")}</p>
            <Button tone="secondary" onClick={onClose}>
              {t("common.close")}
            </Button>
          </>
        )}
      </div>
    </Dialog>
  );
}

interface AnswerProps {
  readonly word: VocabularyWord;
  readonly isPending: boolean;
  readonly onAnswer: (isRemembered: boolean) => void;
}

function Answer({ word: { headword, definition, note }, isPending, onAnswer }: AnswerProps) {
  return (
    <>
      <div role="status" className="flex max-h-[40dvh] flex-col gap-2 overflow-y-auto break-words">
        {headword && (
          <p dir="auto" className="font-semibold text-start">
            {headword}
          </p>
        )}
        {definition ? (
          <DefinitionView nodes={parseDefinition([["text", definition]])} />
        ) : (
          <p>{t("dictionary.noMeaning")}</p>
        )}
        {note && (
          <p dir="auto" className="whitespace-pre-line text-muted text-start">
            {note}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button isPending={isPending} onClick={() => onAnswer(true)}>
          {t("dictionary.remembered")}
        </Button>
        <Button tone="secondary" isPending={isPending} onClick={() => onAnswer(false)}>
          {t("dictionary.forgotten")}
        </Button>
      </div>
    </>
  );
}
