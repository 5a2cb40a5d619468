import { Info } from "lucide-react";
import { useLocation } from "react-router-dom";
import { getSignInPath } from "#shared/accounts/sign-in-path.ts";
import type { BookDetail } from "#shared/books/contract.ts";
import { formatCalendarDay } from "#client/lib/i18n/format.ts";
import { type MessageKey, t } from "#client/lib/i18n/i18n.ts";
import { TextLink } from "#client/ui/text-link.tsx";

export function AccessNote({ book }: { readonly book: BookDetail }) {
  const { pathname } = useLocation();
  const { needs, read, listen } = book.access;
  const isOpen = read === "whole" && listen !== "sample";
  if (!needs || isOpen) return null;
  return (
    <p className="flex max-w-measure items-start gap-2 rounded-control bg-primary/8 p-3 text-small print:hidden">
      <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-primary" />
      <span>
        {needs === "sign-in" && (
          <>
            {t("book.sampleForGuests")}{" "}
            <TextLink to={getSignInPath(pathname)}>{t("book.signInForAll")}</TextLink>
          </>
        )}
        {needs === "membership" && (
          <>
            {t("book.forSupporters")} <TextLink to="/subscribe">{t("book.viewMemberships")}</TextLink>
          </>
        )}
        {needs === "release" &&
          (book.releaseAt
            ? t("book.availableFrom", { day: formatCalendarDay(book.releaseAt) })
            : t("book.comingSoon"))}
      </span>
    </p>
  );
}

export function DownloadNote({ book }: { readonly book: BookDetail }) {
  const text = getDownloadNoteKey(book);
  return text && <p className="text-muted text-small print:hidden">{t(text)}</p>;
}

function getDownloadNoteKey({ hasEbook, allowsDownload, access }: BookDetail): MessageKey | null {
  if (!hasEbook || access.canDownload || access.needs === "release") return null;
  if (!allowsDownload) return "book.downloadNotAllowed";
  return access.needs === "membership" ? "book.downloadSupporters" : "book.downloadSignIn";
}
