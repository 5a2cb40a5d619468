import { PenLine } from "lucide-react";
import { t } from "#client/lib/i18n/i18n.ts";
import { Stars } from "#client/ui/books/stars.tsx";
import { ButtonLink, getButtonClassName } from "#client/ui/forms/button.tsx";
import { Claims } from "./claims.tsx";
import { sampleReviews } from "./marketing-claims.ts";
import { useClaims } from "./use-claims.ts";

export function Community() {
  const { stats } = useClaims();
  return (
    <section aria-labelledby="community" className="mt-14">
      <div className="mx-auto mb-6 max-w-2xl text-center">
        <h2 id="community" className="text-balance font-semibold font-title text-h2">
          {t("landing.community")}
        </h2>
        <p className="mt-2 text-balance text-muted">{t("landing.communityHint")}</p>
      </div>
      <h3 className="sr-only">{t("landing.sampleReviews")}</h3>
      <ul className="grid gap-3 sm:gap-4 md:grid-cols-3">
        {sampleReviews.map(({ name, stars, text }) => (
          <li key={name}>
            <figure className="flex h-full flex-col gap-3 rounded-card border border-line bg-surface p-5">
              <Stars rating={stars} />
              <blockquote className="flex-1 font-title text-lead">{t(text)}</blockquote>
              <figcaption className="flex items-baseline justify-between gap-3 text-small">
                <span className="font-medium">{t(name)}</span>
                <span className="text-muted">{t("landing.sampleReview")}</span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
      <Claims claims={stats} className="mt-5 text-balance text-center text-muted text-small" />
      <div className="mt-5 flex flex-wrap justify-center gap-3 max-sm:flex-col">
        <a href="/api/login" className={getButtonClassName({ size: "large" })}>
          {t("landing.joinCommunity")}
        </a>
        <ButtonLink size="large" tone="secondary" to="/author-auth" icon={<PenLine aria-hidden />}>
          {t("landing.becomeAuthor")}
        </ButtonLink>
      </div>
    </section>
  );
}
