import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { useHashTarget } from "#client/lib/hooks/use-hash-target.ts";
import { useSiteText } from "#client/lib/hooks/use-site-text.ts";
import { formatCalendarDay } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { getProductName } from "#client/lib/product.ts";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";
import { Prose } from "#client/ui/prose.tsx";
import { RichTextView } from "#client/ui/rich-text-view.tsx";
import { TextLink } from "#client/ui/text-link.tsx";
import { type LegalTextKey, legalTexts } from "./legal-texts.ts";

/** `/privacy-policy` */
export const PrivacyPage = () => <LegalPage text="privacy" />;

/** `/terms-of-service` */
export const TermsPage = () => <LegalPage text="terms" />;

/** `/community-guidelines` */
export const GuidelinesPage = () => <LegalPage text="guidelines" />;

/** The text of the admins, else the built-in one. */
function LegalPage({ text }: { readonly text: LegalTextKey }) {
  const { content, changedAt, isLoading } = useSiteText(text);
  const title = t(`legal.${text}Title`);
  const product = getProductName();
  usePageTitle(title);
  if (isLoading) return <Skeleton className="h-96" />;
  return (
    <article className="max-w-3xl">
      <PageHeader title={title} hint={t(`legal.${text}Hint`, { product })} />
      <p className="-mt-3 mb-6 text-muted text-small">
        {t("legal.lastChanged", {
          day: formatCalendarDay(changedAt ?? new Date(`${legalTexts[text].changed}T12:00:00Z`)),
        })}
      </p>
      {content ? <RichTextView content={content} className="max-w-measure" /> : <BuiltInText text={text} />}
      <p className="mt-10 border-line border-t pt-4 text-muted">
        {t("legal.questions", { product })} <TextLink to="/contact-us">{t("legal.contact")}</TextLink>
      </p>
    </article>
  );
}

function BuiltInText({ text }: { readonly text: LegalTextKey }) {
  const { sections } = legalTexts[text];
  const product = getProductName();
  useHashTarget();
  return (
    <>
      <nav
        aria-label={t("legal.contents")}
        className="mb-8 rounded-card border border-line bg-surface px-5 py-3 print:hidden"
      >
        <ul className="grid sm:grid-cols-2 sm:gap-x-6">
          {sections.map((section) => (
            <li key={section}>
              <TextLink to={`#${section}`} className="inline-flex min-h-11 items-center">
                {t(`legal.${section}`)}
              </TextLink>
            </li>
          ))}
        </ul>
      </nav>
      {sections.map((section) => (
        <section key={section} aria-labelledby={section} className="mt-8">
          <h2 id={section} className="mb-3 font-semibold font-title text-h3">
            {t(`legal.${section}`)}
          </h2>
          <Prose text={t(`legal.${section}Text`, { product })} />
        </section>
      ))}
    </>
  );
}
