import type { ReactNode } from "react";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { useSiteText } from "#client/lib/hooks/use-site-text.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { getProductName } from "#client/lib/product.ts";
import { openPositions } from "#client/lib/site-config.ts";
import { Card } from "#client/ui/card.tsx";
import { EmptyState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { ButtonLink } from "#client/ui/forms/button.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";
import { Prose } from "#client/ui/prose.tsx";
import { RichTextView } from "#client/ui/rich-text-view.tsx";

/** `/careers` */
export function CareersPage() {
  usePageTitle(t("support.careersTitle"));
  const product = getProductName();
  const { content, isLoading } = useSiteText("careers");
  const write = <ButtonLink to="/contact-us?topic=careers">{t("support.careersWrite")}</ButtonLink>;
  return (
    <div className="max-w-3xl">
      <PageHeader title={t("support.careersTitle")} hint={t("support.careersHint", { product })} />
      {isLoading ? (
        <Skeleton className="h-40" />
      ) : content ? (
        <>
          <RichTextView content={content} className="max-w-measure" />
          <div className="mt-6">{write}</div>
        </>
      ) : (
        <BuiltInText write={write} />
      )}
    </div>
  );
}

function BuiltInText({ write }: { readonly write: ReactNode }) {
  const product = getProductName();
  return (
    <>
      <Prose text={t("support.careersAbout", { product })} className="text-lead" />
      <section aria-labelledby="open-positions" className="mt-8">
        <h2 id="open-positions" className="mb-4 font-semibold font-title text-h3">
          {t("support.careersOpen")}
        </h2>
        {openPositions.length === 0 && (
          <EmptyState title={t("support.careersNone")} hint={t("support.careersNoneHint")} action={write} />
        )}
        <ul className="flex flex-col gap-4">
          {openPositions.map(({ title, terms, about }) => (
            <li key={title}>
              <Card className="flex flex-col items-start gap-3">
                <h3 dir="auto" className="font-semibold">
                  {title}
                </h3>
                <p dir="auto" className="text-muted text-small">
                  {terms}
                </p>
                <Prose text={about} />
                {write}
              </Card>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
