import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getDirection, type Language, languages } from "#shared/api/language.ts";
import { type SiteFigures, type SiteText, SiteTextKey, siteContract } from "#shared/site/contract.ts";
import { query } from "#client/lib/api/query.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { formatCalendarDay, formatRelativeTime, getLanguageName } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { TextArea } from "#client/ui/forms/field.tsx";
import { FormError } from "#client/ui/forms/form-error.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { TextLink } from "#client/ui/text-link.tsx";

const { listSiteTexts, saveSiteText, listSiteTextVersions, getSiteFigures } = siteContract;

const paths: Readonly<Record<SiteTextKey, string>> = {
  privacy: "/privacy-policy",
  terms: "/terms-of-service",
  guidelines: "/community-guidelines",
  careers: "/careers",
  landing: "/",
};

interface SiteTextsProps {
  /** The built-in text as Markdown; other texts than the claims are in the interface language. */
  readonly getBuiltInText: (key: SiteTextKey, language: Language) => string;
  /** The claims of the landing page with counted figures, as Markdown. */
  readonly getCurrentClaims: (figures: SiteFigures, language: Language) => string;
}

/** Replaces the legal pages, the careers page and the claims of the landing page. */
export function SiteTexts(props: SiteTextsProps) {
  const texts = useQuery({ ...query(listSiteTexts, {}), refetchOnWindowFocus: false });
  const [key, setKey] = useState<SiteTextKey>("privacy");
  const [language, setLanguage] = useState<SiteText["language"]>("en");
  return (
    <QueryState query={texts} loading={<Skeleton className="h-96" />} errorTitle={t("siteAdmin.loadFailed")}>
      {(data) => {
        const text = data.texts.find((each) => each.key === key && each.language === language);
        return (
          <div className="flex flex-col gap-4">
            <div className="flex flex-wrap gap-3">
              <Select
                label={t("siteAdmin.text")}
                value={key}
                options={SiteTextKey.options.map((value) => ({ value, label: t(`siteAdmin.text-${value}`) }))}
                onChange={setKey}
              />
              <Select
                label={t("siteAdmin.language")}
                value={language}
                options={languages.map((value) => ({ value, label: getLanguageName(value) }))}
                onChange={setLanguage}
              />
            </div>
            {text && <Editor key={`${key} ${language} ${text.version}`} text={text} {...props} />}
          </div>
        );
      }}
    </QueryState>
  );
}

function Editor({ text, getBuiltInText, getCurrentClaims }: SiteTextsProps & { readonly text: SiteText }) {
  const { key, language, version, changedAt } = text;
  const form = useContractForm(saveSiteText, {
    values: { markdown: text.markdown },
    toInput: (values) => ({ params: { key, language }, body: { version, ...values } }),
    warnsUnsaved: true,
    onSuccess: () => toast({ title: t("siteAdmin.saved") }),
  });
  const setMarkdown = (markdown: string) => form.set({ markdown });
  const restoreBuiltIn = () => {
    setMarkdown("");
    form.submit();
  };
  return (
    <Card className="flex flex-col gap-5">
      <form {...form.props} className="flex flex-col gap-4">
        <p className="text-muted text-small">
          {changedAt && text.markdown !== ""
            ? t("siteAdmin.changed", { date: formatCalendarDay(changedAt) })
            : t("siteAdmin.builtInUsed")}{" "}
          <TextLink to={paths[key]}>{t("siteAdmin.openPage")}</TextLink>
        </p>
        <TextArea
          {...form.field("markdown")}
          label={t("siteAdmin.markdown")}
          hint={t(key === "landing" ? "siteAdmin.landingHint" : "siteAdmin.markdownHint")}
          rows={16}
          lang={language}
          dir={getDirection(language)}
        />
        <FormError error={form.error} cause={form.cause} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" isPending={form.isPending} disabled={!form.isDirty}>
            {t("common.save")}
          </Button>
          {key === "landing" && (
            <UseFigures onUse={(figures) => setMarkdown(getCurrentClaims(figures, language))} />
          )}
          {form.values.markdown === "" && (
            <Button tone="secondary" onClick={() => setMarkdown(getBuiltInText(key, language))}>
              {t("siteAdmin.startFromBuiltIn")}
            </Button>
          )}
          {text.markdown !== "" && (
            <Button tone="quiet" onClick={restoreBuiltIn}>
              {t("siteAdmin.useBuiltIn")}
            </Button>
          )}
        </div>
      </form>
      {version > 0 && <Versions text={text} onShow={setMarkdown} />}
    </Card>
  );
}

/** Proposes the claims with the figures of this site. */
function UseFigures({ onUse }: { readonly onUse: (figures: SiteFigures) => void }) {
  const { data } = useQuery(query(getSiteFigures, {}));
  return (
    <Button tone="secondary" disabled={!data} onClick={() => data && onUse(data)}>
      {t("siteAdmin.useFigures")}
    </Button>
  );
}

interface VersionsProps {
  readonly text: SiteText;
  readonly onShow: (markdown: string) => void;
}

function Versions({ text: { key, language, version: current }, onShow }: VersionsProps) {
  const { data } = useQuery(query(listSiteTextVersions, { params: { key, language } }));
  if (!data) return null;
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2 text-primary">{t("siteAdmin.versions")}</summary>
      <ul className="divide-y divide-line">
        {data.versions.map(({ version, markdown, changedAt, changedBy }) => (
          <li key={version} className="flex flex-wrap items-center justify-between gap-2 py-1">
            <span className="text-small">
              {t("siteAdmin.version", { n: version })} · {formatRelativeTime(changedAt)}
              {changedBy && (
                <>
                  {" · "}
                  <bdi>{changedBy}</bdi>
                </>
              )}
              {markdown === "" && ` · ${t("siteAdmin.builtIn")}`}
            </span>
            {version !== current && (
              <Button tone="quiet" size="small" onClick={() => onShow(markdown)}>
                {t("siteAdmin.showVersion")}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
