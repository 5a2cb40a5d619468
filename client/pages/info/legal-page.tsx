import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { useHashTarget } from "#client/lib/hooks/use-hash-target.ts";
import { formatCalendarDay } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { productName } from "#client/lib/product.ts";
import { PageHeader } from "#client/ui/page-header.tsx";
import { Prose } from "#client/ui/prose.tsx";
import { TextLink } from "#client/ui/text-link.tsx";

/** The date of the last change of each text. Update it with the text. */
const papers = {
  privacy: {
    changed: "2026-11-24",
    sections: [
      "privacyShort",
      "privacyAccount",
      "privacyReading",
      "privacyCommunity",
      "privacySessions",
      "privacyDevice",
      "privacyOthers",
      "privacyPlace",
      "privacyLetters",
      "privacyLogs",
      "privacyRights",
    ],
  },
  terms: {
    changed: "2026-11-24",
    sections: [
      "termsWhat",
      "termsAccount",
      "termsBooks",
      "termsSupporters",
      "termsYours",
      "termsConduct",
      "termsCare",
      "termsEnd",
    ],
  },
  guidelines: {
    changed: "2026-11-24",
    sections: [
      "guidelinesAdab",
      "guidelinesReviews",
      "guidelinesSources",
      "guidelinesNot",
      "guidelinesReport",
      "guidelinesThen",
    ],
  },
} as const;

type Paper = keyof typeof papers;

/** `/privacy-policy` */
export const PrivacyPage = () => <LegalPage paper="privacy" />;

/** `/terms-of-service` */
export const TermsPage = () => <LegalPage paper="terms" />;

/** `/community-guidelines` */
export const GuidelinesPage = () => <LegalPage paper="guidelines" />;

function LegalPage({ paper }: { readonly paper: Paper }) {
  const { changed, sections } = papers[paper];
  const title = t(`legal.${paper}Title`);
  const product = productName();
  usePageTitle(title);
  useHashTarget();
  return (
    <article className="max-w-3xl">
      <PageHeader title={title} hint={t(`legal.${paper}Hint`, { product })} />
      <p className="-mt-3 mb-6 text-muted text-small">
        {t("legal.lastChanged", { day: formatCalendarDay(new Date(`${changed}T12:00:00Z`)) })}
      </p>
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
      <p className="mt-10 border-line border-t pt-4 text-muted">
        {t("legal.questions", { product })} <TextLink to="/contact-us">{t("legal.contact")}</TextLink>
      </p>
    </article>
  );
}
