import { BookOpen, Clock, Download } from "lucide-react";
import { Link } from "react-router-dom";
import { formatCount } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { ReadListenIcon } from "#client/ui/books/read-listen-icon.tsx";
import { ButtonLink } from "#client/ui/forms/button.tsx";
import { Lattice } from "#client/ui/geometric-pattern.tsx";
import { Claims } from "./claims.tsx";
import { Showcase } from "./showcase.tsx";
import { useClaims } from "./use-claims.ts";
import { useBookTotal, useLatest } from "./use-latest.ts";

export function Hero({ onDownload }: { readonly onDownload: () => void }) {
  const { promises } = useClaims();
  return (
    <div className="relative isolate overflow-hidden rounded-card border border-line bg-surface px-5 py-8 sm:px-8 lg:px-14 lg:py-14">
      <div className="hero-fade absolute inset-0 -z-10">
        <Lattice className="text-accent/16" />
      </div>
      <div className="grid items-center gap-x-8 gap-y-8 lg:grid-cols-[1.15fr_1fr] lg:gap-y-5">
        <div className="flex flex-col items-start gap-5 max-lg:items-center max-lg:text-center lg:self-end">
          <h1 className="text-balance font-semibold font-title text-h1 lg:text-display">
            {t("landing.headline")}
          </h1>
          <p className="max-w-xl text-balance text-lead text-muted">{t("landing.promise")}</p>
          <div className="flex flex-wrap gap-3 max-lg:justify-center max-sm:w-full max-sm:flex-col">
            <ButtonLink size="large" to="/auth?mode=sign-up">
              {t("landing.createAccount")}
            </ButtonLink>
            <ReadNow />
          </div>
          <p className="text-muted text-small">{t("landing.noCard")}</p>
        </div>
        <div className="min-w-0 lg:row-span-2">
          <Showcase />
        </div>
        <div className="flex flex-col items-start gap-3 max-lg:items-center max-lg:text-center lg:self-start">
          <BookTotal />
          <div className="flex flex-wrap gap-x-6 max-lg:justify-center">
            <Link to="/whisper-sync-demo" className="flex min-h-11 items-center gap-2 text-small">
              <ReadListenIcon />
              {t("landing.watchSync")}
            </Link>
            <Link to="/prayer-times" className="flex min-h-11 items-center gap-2 text-small">
              <Clock aria-hidden className="size-5 text-accent" />
              {t("landing.prayerTimes")}
            </Link>
            <button
              type="button"
              onClick={onDownload}
              className="flex min-h-11 items-center gap-2 text-small"
            >
              <Download aria-hidden className="size-5 text-accent" />
              {t("landing.downloadApp")}
            </button>
          </div>
          <Claims claims={promises} className="text-muted text-small" />
        </div>
      </div>
    </div>
  );
}

/** Opens the newest book at its first page. */
function ReadNow() {
  const book = useLatest().data?.find(({ hasEbook, isComingSoon }) => hasEbook && !isComingSoon);
  return (
    <ButtonLink
      size="large"
      tone="secondary"
      to={book ? `/read/${book.id}` : "/browse"}
      icon={<BookOpen aria-hidden />}
    >
      {t("landing.readNow")}
    </ButtonLink>
  );
}

function BookTotal() {
  const total = useBookTotal();
  return (
    <p className="min-h-6 font-medium">
      {total ? t("landing.bookTotal", { n: total, total: formatCount(total) }) : null}
    </p>
  );
}
