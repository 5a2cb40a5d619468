import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { isArabic, trimWord } from "#shared/dictionary/fold-word.ts";
import { useUser } from "#client/lib/api/session.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { ButtonLink } from "#client/ui/forms/button.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { DefinitionView } from "../definitions/definition-view.tsx";
import { type FoundEntry, type FoundSection, type LookUpResult, lookUp } from "../look-up.ts";
import { flushVocabulary } from "../vocabulary-outbox.ts";
import type { LookUpPanelProps } from "./look-up-panel-props.ts";
import { SaveWordButton } from "./save-word-button.tsx";

/** The entries of a word in all dictionaries, with a button that saves it in the vocabulary. */
export function LookUpPanel({ onClose, ...props }: LookUpPanelProps) {
  const word = trimWord(props.word);
  const user = useUser();
  const found = useQuery({
    queryKey: ["look up", word, props.bookId],
    queryFn: () => lookUp(word, props.bookId),
    // A dictionary added in the meantime is searched too.
    staleTime: 0,
    networkMode: "always",
  });
  useEffect(() => {
    if (user) void flushVocabulary(user.id);
  }, [user]);
  return (
    <Dialog isOpen title={word} onClose={onClose}>
      <QueryState query={found} loading={<Skeleton className="h-24 rounded-card" />}>
        {(result) => (
          <>
            <Results word={word} result={result} canAdd={user !== null} />
            {user && <SaveWordButton {...props} word={word} userId={user.id} sections={result.sections} />}
          </>
        )}
      </QueryState>
    </Dialog>
  );
}

interface ResultsProps {
  readonly word: string;
  readonly result: LookUpResult;
  readonly canAdd: boolean;
}

function Results({ word, result: { sections, isIncomplete }, canAdd }: ResultsProps) {
  return (
    <div className="flex flex-col gap-4" aria-live="polite">
      {isIncomplete && <p className="text-muted text-small">{t("dictionary.incomplete")}</p>}
      {sections.map((section) => (
        <ResultSection key={section.id} word={word} section={section} />
      ))}
      {sections.length === 0 && (
        <div className="flex flex-col items-start gap-3">
          <p>{t("dictionary.nothing", { word })}</p>
          {canAdd && (
            <ButtonLink to="/settings?part=reading" tone="secondary" size="small">
              {t("dictionary.addOne")}
            </ButtonLink>
          )}
        </div>
      )}
    </div>
  );
}

function ResultSection({ word, section }: { readonly word: string; readonly section: FoundSection }) {
  return (
    <section aria-label={section.title} className="flex flex-col gap-2">
      <h3 dir="auto" className="text-muted text-small">
        {section.title}
      </h3>
      {section.entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the entries of a result do not change.
        <Entry key={index} word={word} entry={entry} />
      ))}
    </section>
  );
}

function Entry({ word, entry }: { readonly word: string; readonly entry: FoundEntry }) {
  return (
    <article
      dir={isArabic(entry.headword) ? "rtl" : "ltr"}
      className="flex flex-col gap-1 break-words text-start"
    >
      <h4 dir="auto" className="font-semibold font-title">
        {entry.headword}
      </h4>
      {entry.isGuess && (
        <p dir="auto" className="text-muted text-small">
          {t("dictionary.guess", { word, headword: entry.headword })}
        </p>
      )}
      <div className="flex flex-col gap-1">
        <DefinitionView nodes={entry.nodes} />
      </div>
    </article>
  );
}
