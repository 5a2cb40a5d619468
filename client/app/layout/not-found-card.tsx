import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { ButtonLink } from "#client/ui/forms/button.tsx";
import { EightPointStar } from "#client/ui/geometric-pattern.tsx";

export function NotFoundCard() {
  usePageTitle(t("shell.notFound"));
  return (
    <Card className="mx-auto mt-6 flex max-w-xl flex-col items-center gap-4 py-12 text-center">
      <EightPointStar className="size-16 text-accent/70" />
      <h1 className="font-semibold font-title text-h2">{t("shell.notFound")}</h1>
      <p className="text-muted">{t("shell.notFoundHint")}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <ButtonLink to="/">{t("shell.goHome")}</ButtonLink>
        <ButtonLink tone="secondary" to="/browse">
          {t("shell.browseBooks")}
        </ButtonLink>
      </div>
    </Card>
  );
}
