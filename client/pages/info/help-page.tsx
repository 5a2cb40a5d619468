import { ChevronDown, Link2, Search } from "lucide-react";
import { useState } from "react";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { useHashTarget } from "#client/lib/hooks/use-hash-target.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { EmptyState } from "#client/ui/feedback/query-state.tsx";
import { Button, ButtonLink } from "#client/ui/forms/button.tsx";
import { controlClassName } from "#client/ui/forms/field.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";
import { TextLink } from "#client/ui/text-link.tsx";
import { type FaqMatch, type Group, getFaqAnswers, groups } from "./faq.ts";

const groupNames = Object.keys(groups) as Group[];

/** `/help-center`; the URL fragment opens one answer */
export function HelpPage() {
  usePageTitle(t("help.title"));
  const [search, setSearch] = useState("");
  const targetId = useHashTarget();
  const matchingGroups = groupNames
    .map((group) => ({ group, answers: getFaqAnswers(group, search) }))
    .filter(({ answers }) => answers.length > 0);
  const answerCount = matchingGroups.reduce((sum, { answers }) => sum + answers.length, 0);

  return (
    <div className="max-w-3xl">
      <PageHeader title={t("help.title")} hint={t("help.hint")} />
      <SearchField value={search} onChange={setSearch} />
      <p role="status" className="mt-2 min-h-6 text-muted text-small">
        {search.trim() && t("help.found", { n: answerCount })}
      </p>
      {matchingGroups.map(({ group, answers }) => (
        <section key={group} aria-labelledby={`group-${group}`} className="mt-6">
          <h2 id={`group-${group}`} className="mb-2 font-semibold font-title text-h3">
            {t(`help.group${group}`)}
          </h2>
          <ul className="overflow-hidden rounded-card border border-line bg-surface">
            {answers.map((match) => (
              <Answer
                key={`${match.id} ${answerCount <= 3}`}
                match={match}
                isOpen={match.id === targetId || answerCount <= 3}
              />
            ))}
          </ul>
        </section>
      ))}
      {answerCount === 0 && (
        <EmptyState
          title={t("help.found", { n: 0 })}
          hint={t("help.notFoundHint")}
          action={
            <Button tone="secondary" onClick={() => setSearch("")}>
              {t("help.clear")}
            </Button>
          }
        />
      )}
      <ContactCard />
    </div>
  );
}

function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <search className="relative block">
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 start-3 my-auto size-5 text-muted"
      />
      <input
        type="search"
        dir="auto"
        aria-label={t("help.search")}
        placeholder={t("help.searchPlaceholder")}
        maxLength={100}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className={`${controlClassName} ps-10`}
      />
    </search>
  );
}

function Answer({ match, isOpen }: { readonly match: FaqMatch; readonly isOpen: boolean }) {
  const { id, question, answer, to } = match;
  return (
    <li id={id} className="border-line border-b last:border-b-0">
      <details open={isOpen} className="group">
        <summary className="flex min-h-12 list-none items-center justify-between gap-3 px-4 py-3 font-medium -outline-offset-2 hover:bg-primary/5 [&::-webkit-details-marker]:hidden">
          {question}
          <ChevronDown
            aria-hidden
            className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
          />
        </summary>
        <div className="px-4 pb-3">
          <p className="max-w-measure">{answer}</p>
          <p className="mt-1 flex flex-wrap gap-x-5 text-small">
            {to && (
              <TextLink to={to} className="inline-flex min-h-11 items-center">
                {t("help.goThere")}
                <span className="sr-only">: {question}</span>
              </TextLink>
            )}
            <TextLink to={`#${id}`} className="inline-flex min-h-11 items-center gap-1.5 text-muted">
              <Link2 aria-hidden className="size-4" />
              {t("help.link")}
              <span className="sr-only">: {question}</span>
            </TextLink>
          </p>
        </div>
      </details>
    </li>
  );
}

function ContactCard() {
  return (
    <Card className="mt-10 flex flex-wrap items-center justify-between gap-4">
      <div>
        <h2 className="font-semibold font-title text-h3">{t("help.stillAsking")}</h2>
        <p className="text-muted">{t("help.stillAskingHint")}</p>
      </div>
      <ButtonLink to="/contact-us">{t("shell.contactUs")}</ButtonLink>
    </Card>
  );
}
