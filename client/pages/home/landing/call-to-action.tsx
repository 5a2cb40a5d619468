import { Download, LogIn } from "lucide-react";
import { t } from "#client/lib/i18n/i18n.ts";
import { ButtonLink } from "#client/ui/forms/button.tsx";
import { EightPointStar, Lattice } from "#client/ui/geometric-pattern.tsx";
import { Claims } from "./claims.tsx";
import { useClaims } from "./use-claims.ts";

export function CallToAction() {
  const { collection } = useClaims();
  return (
    <section
      aria-labelledby="invitation"
      className="relative mt-12 grid items-center gap-6 overflow-hidden rounded-card bg-primary px-5 py-9 text-on-primary sm:px-8 lg:grid-cols-[1fr_auto] lg:px-12 lg:py-12 dark:bg-primary/15 dark:text-ink"
    >
      <Lattice className="text-current opacity-10" />
      <div className="relative flex flex-col gap-3">
        <h2 id="invitation" className="text-balance font-semibold font-title text-h2">
          {t("landing.invitation")}
        </h2>
        <Claims claims={collection} className="text-small" />
      </div>
      <div className="relative flex flex-wrap gap-3 max-sm:flex-col">
        <ButtonLink size="large" tone="secondary" to="/auth" icon={<LogIn aria-hidden />}>
          {t("landing.signInOrUp")}
        </ButtonLink>
        <ButtonLink
          size="large"
          tone="quiet"
          to="/download-app"
          icon={<Download aria-hidden />}
          className="border-current! text-current! hover:bg-surface/15"
        >
          {t("landing.downloadApp")}
        </ButtonLink>
      </div>
    </section>
  );
}

export function FinalCallToAction() {
  return (
    <section
      aria-labelledby="last-invitation"
      className="mt-10 flex flex-col items-center gap-5 px-4 py-8 text-center"
    >
      <EightPointStar className="size-14 text-accent" />
      <h2 id="last-invitation" className="text-balance font-semibold font-title text-h2">
        {t("landing.lastInvitation")}
      </h2>
      <ButtonLink size="large" to="/auth?mode=sign-up">
        {t("landing.createAccount")}
      </ButtonLink>
      <p className="text-muted text-small">{t("landing.noCard")}</p>
    </section>
  );
}
