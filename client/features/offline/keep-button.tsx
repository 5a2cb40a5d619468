import { CircleCheck, CloudDownload, Pause } from "lucide-react";
import { Suspense, useState } from "react";
import { Link } from "react-router-dom";
import { useUser } from "#client/lib/api/session.ts";
import { formatPercent } from "#client/lib/i18n/format-percent.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button, ButtonLink } from "#client/ui/forms/button.tsx";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";
import type { KeepableBook } from "./keep-dialog.tsx";
import type { KeptBook } from "./kept-book.ts";
import { useOfflineBooks } from "./use-offline-books.ts";

const KeepDialog = lazyOverlay(async () => (await import("./keep-dialog.tsx")).KeepDialog);

interface KeepButtonProps {
  readonly book: KeepableBook;
  readonly tone?: "quiet" | "secondary";
  readonly size?: "medium" | "small";
}

/** Keeps a book on this device, and shows how far it is. */
export function KeepButton({ book, tone = "quiet", size = "medium" }: KeepButtonProps) {
  const { state, percent, press, isReady, dialog } = useKeep(book);
  if (!isReady) return null;
  if (state === "complete") {
    return (
      <ButtonLink to={downloadsUrl} tone={tone} size={size} icon={<CircleCheck aria-hidden />}>
        {t("offline.kept")}
      </ButtonLink>
    );
  }
  const isRunning = state === "downloading";
  return (
    <>
      <Button
        tone={tone}
        size={size}
        icon={isRunning ? <Pause aria-hidden /> : <CloudDownload aria-hidden />}
        onClick={press}
      >
        {getLabel(state, percent)}
      </Button>
      {dialog}
    </>
  );
}

interface KeepLabelledButtonProps {
  readonly book: KeepableBook;
  readonly className: string;
  readonly onNavigate: () => void;
}

/** The same with a short label below its icon. */
export function KeepLabelledButton({ book, className, onNavigate }: KeepLabelledButtonProps) {
  const { state, percent, press, isReady, dialog } = useKeep(book);
  if (!isReady) return null;
  if (state === "complete") {
    return (
      <Link to={downloadsUrl} aria-label={t("offline.kept")} onClick={onNavigate} className={className}>
        <CircleCheck aria-hidden />
        {t("offline.short")}
      </Link>
    );
  }
  const isRunning = state === "downloading";
  return (
    <>
      <button type="button" aria-label={getLabel(state, percent)} onClick={press} className={className}>
        {isRunning ? <Pause aria-hidden /> : <CloudDownload aria-hidden />}
        {state ? percent : t("offline.short")}
      </button>
      {dialog}
    </>
  );
}

const downloadsUrl = "/library?view=downloads";

function getLabel(state: KeptBook["state"] | undefined, percent: string): string {
  if (state === "downloading") return t("offline.pauseAt", { percent });
  return state ? t("offline.continueAt", { percent }) : t("offline.keep");
}

function useKeep(book: KeepableBook) {
  const userId = useUser()?.id ?? null;
  const { books, offline } = useOfflineBooks(userId);
  const [isAsking, setAsking] = useState(false);
  const kept = books?.find(({ bookId }) => bookId === book.id);
  const press = () => {
    if (!kept) setAsking(true);
    else if (kept.state === "downloading") void offline?.pause(book.id);
    else void offline?.keep(book.id);
  };
  return {
    state: kept?.state,
    percent: formatPercent(kept ? kept.storedBytes / Math.max(1, kept.bytes) : 0),
    press,
    isReady: offline !== null && books !== null,
    dialog: <Suspense>{isAsking && <KeepDialog book={book} onClose={() => setAsking(false)} />}</Suspense>,
  };
}
