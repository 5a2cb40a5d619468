import { useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { UnreadableEpubError } from "#shared/epub/unreadable-epub-error.ts";
import { openPath } from "#shared/routes/shared-file.ts";
import { getLocalBookUrl } from "#client/features/local-books/local-book-url.ts";
import { addLocalBook } from "#client/features/local-books/local-books.ts";
import { OpenFileButton } from "#client/features/local-books/open-file-button.tsx";
import { getReasonText } from "#client/lib/api/error-message.ts";
import { useSession } from "#client/lib/api/session.ts";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { takeSharedFile } from "#client/lib/offline/local-files.ts";
import { openedFile } from "#client/lib/opened-file.ts";
import { useStore } from "#client/lib/store.ts";
import { IndeterminateProgress } from "#client/ui/feedback/indeterminate-progress.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";
import { TextLink } from "#client/ui/text-link.tsx";

/** `/open`; `?shared=` tells whether a file that another app shared has arrived. */
export function OpenPage() {
  const { user } = useSession();
  const { opening, failure } = useOpening();
  useDroppedFile();
  usePageTitle(t("localBooks.openTitle"));
  return (
    <div className="max-w-3xl">
      <PageHeader
        title={t("localBooks.openTitle")}
        hint={t(user ? "localBooks.openHint" : "localBooks.openHintGuest")}
      />
      <div aria-live="polite" className="mb-6">
        {opening && (
          <>
            <p dir="auto" className="mb-2 wrap-anywhere">
              {t("localBooks.opening", { name: `\u2068${opening.name}\u2069` })}
            </p>
            <IndeterminateProgress className="relative" delayMs={0} />
          </>
        )}
      </div>
      {failure && (
        <p role="alert" className="mb-6 max-w-measure text-destructive">
          {failure}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-4">
        {!opening && <OpenFileButton />}
        {user && <TextLink to="/library?view=downloads">{t("localBooks.toDownloads")}</TextLink>}
      </div>
      {!opening && <p className="mt-4 text-muted max-sm:hidden">{t("localBooks.drop")}</p>}
    </div>
  );
}

/** Takes a file that is dropped anywhere on the page. */
function useDroppedFile(): void {
  useEffect(() => {
    const onDrop = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      const [file] = event.type === "drop" ? event.dataTransfer.files : [];
      if (file) openedFile.set(file);
    };
    addEventListener("dragover", onDrop);
    addEventListener("drop", onDrop);
    return () => {
      removeEventListener("dragover", onDrop);
      removeEventListener("drop", onDrop);
    };
  }, []);
}

/** Opens the file that was chosen, dropped, shared, or opened with the app. */
function useOpening() {
  const { user, isLoading } = useSession();
  const userId = user?.id ?? null;
  const chosen = useStore(openedFile);
  const [opening, setOpening] = useState<File | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const shared = params.get("shared");

  useEffect(() => {
    if (shared === null) return;
    setParams({}, { replace: true });
    takeSharedFile().then(
      (file) => (file ? openedFile.set(file) : setFailure(t("localBooks.notReceived"))),
      () => setFailure(t("localBooks.notReceived")),
    );
  }, [shared, setParams]);

  useEffect(() => {
    if (!chosen || isLoading) return;
    openedFile.set(null);
    setFailure(null);
    setOpening(chosen);
    addLocalBook(userId, chosen)
      .then(
        (bookId) => {
          if (location.pathname === openPath) void navigate(getLocalBookUrl(bookId), { replace: true });
        },
        (error: unknown) => setFailure(getFailure(error)),
      )
      .finally(() => setOpening(null));
  }, [chosen, isLoading, userId, navigate]);

  return { opening, failure };
}

function getFailure(error: unknown): string {
  if (error instanceof UnreadableEpubError) {
    return getReasonText(error.reason) ?? t("localBooks.unreadable");
  }
  const isFull = error instanceof DOMException && error.name === "QuotaExceededError";
  return t(isFull ? "localBooks.full" : "localBooks.unreadable");
}
