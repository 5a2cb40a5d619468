import { AudioLines, AudioWaveform, BookOpen, Download, SquarePen } from "lucide-react";
import { Suspense, useState } from "react";
import { useNavigate } from "react-router-dom";
import { isStaff } from "#shared/accounts/user.ts";
import { type BookId, isScripture } from "#shared/books/book.ts";
import type { BookDetail } from "#shared/books/contract.ts";
import { ReadAlongButton } from "#client/features/books/read-along-button.tsx";
import { NotifyMe } from "#client/features/library/notify-me.tsx";
import { hasReachedEnd } from "#client/features/library/status.ts";
import { StatusMenu } from "#client/features/library/status-menu.tsx";
import { ListenButton, type ListenText } from "#client/features/player/components/listen-button.tsx";
import { useBookPlayer } from "#client/features/player/use-book-player.ts";
import { useOnline } from "#client/lib/api/connection.ts";
import { useUser } from "#client/lib/api/session.ts";
import { lazyComponent } from "#client/lib/hooks/lazy-page.ts";
import { loadMessages, t } from "#client/lib/i18n/i18n.ts";
import { getMediaUrl } from "#client/lib/urls/cover-url.ts";
import { ReadListenIcon } from "#client/ui/books/read-listen-icon.tsx";
import { Button, ButtonLink, getButtonClassName } from "#client/ui/forms/button.tsx";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";

/** Both at once: a page that lost its connection cannot load the other. */
const loadOffline = () =>
  Promise.all([
    import("#client/features/offline/keep-button.tsx"),
    import("#client/features/offline/kept-only.tsx"),
    loadMessages("offline"),
  ]);
const KeepButton = lazyComponent(async () => (await loadOffline())[0].KeepButton);
const KeptOnly = lazyComponent(async () => (await loadOffline())[1].KeptOnly);

const AddToShelf = lazyComponent(async () => {
  const [module] = await Promise.all([
    import("#client/features/shelves/add-to-shelf.tsx"),
    loadMessages("shelves"),
  ]);
  return module.AddToShelf;
});

const PodcastDialog = lazyOverlay(async () => {
  const [module] = await Promise.all([
    import("#client/features/accounts/podcast-dialog.tsx"),
    loadMessages("podcast"),
    loadMessages("auth"),
  ]);
  return module.PodcastDialog;
});

export function BookActions({ book }: { readonly book: BookDetail }) {
  const { access, myEntry } = book;
  const user = useUser();
  const isOnline = useOnline();
  const hasRead = myEntry?.lastFormat === "text" && !hasReachedEnd(myEntry);
  const [isPodcastOpen, setPodcastOpen] = useState(false);
  const [hasListened] = useState(myEntry?.lastFormat === "audio");
  const [textAtStart] = useState(() => getListenTexts(book));
  const listenText = myEntry && hasReachedEnd(myEntry) ? getListenTexts(book) : textAtStart;
  const read = access.read !== "none" && (
    <ButtonLink
      key="read"
      to={`/read/${book.id}`}
      tone={hasListened ? "secondary" : "primary"}
      icon={<BookOpen aria-hidden />}
    >
      {t(hasRead ? "book.continueReading" : access.read === "sample" ? "book.readSample" : "book.read")}
    </ButtonLink>
  );
  const isListenFirst = hasListened || access.read === "none";
  const listen = access.listen !== "none" && (
    <ListenButton
      key="listen"
      bookId={book.id}
      tone={isListenFirst ? "primary" : "secondary"}
      text={listenText}
    />
  );
  return (
    <div className="flex flex-wrap items-start gap-2.5 py-2 print:hidden max-sm:grid max-sm:grid-cols-2 max-sm:text-small max-sm:[&>:first-child]:col-span-2 max-sm:[&_:is(a,button)]:px-2 max-sm:[&_:is(a,button)]:text-small">
      {book.isComingSoon && <NotifyMe book={book} size="medium" />}
      {isOnline ? (
        <>
          {isListenFirst ? [listen, read] : [read, listen]}
          {book.hasSyncMap && read && listen && <ReadAndListenButton bookId={book.id} />}
        </>
      ) : (
        <Suspense>
          <KeptOnly bookId={book.id} text={read} audio={listen} />
        </Suspense>
      )}
      <StatusMenu
        book={book}
        status={myEntry?.status ?? null}
        onPodcast={access.listen === "none" ? undefined : () => setPodcastOpen(true)}
      />
      <Suspense>
        {isPodcastOpen && <PodcastDialog book={book} onClose={() => setPodcastOpen(false)} />}
      </Suspense>
      {user && (
        <Suspense>
          <AddToShelf book={book} />
          {(access.read === "whole" || access.listen === "whole") && <KeepButton book={book} />}
        </Suspense>
      )}
      {access.canDownload && isOnline && (
        <a
          href={getMediaUrl("epub", "epub", book.id)}
          download
          className={getButtonClassName({ tone: "quiet" })}
        >
          <Download aria-hidden />
          {t("book.download")}
        </a>
      )}
      {book.hasSyncMap && access.canDownload && isOnline && access.listen === "whole" && (
        <ReadAlongButton bookId={book.id} />
      )}
      {book.canEdit && (
        <ButtonLink
          to={user && isStaff(user) ? `/admin/books/${book.id}/edit` : `/authors-portal?book=${book.id}`}
          tone="quiet"
          icon={<SquarePen aria-hidden />}
        >
          {t("book.edit")}
        </ButtonLink>
      )}
      {book.canEdit && !isScripture(book) && book.hasEbook && (book.isNarrated || !book.hasAudiobook) && (
        <ButtonLink to={`/book/${book.id}/narration`} tone="quiet" icon={<AudioLines aria-hidden />}>
          {t("book.editNarration")}
        </ButtonLink>
      )}
      {book.canEdit && book.hasEbook && book.hasAudiobook && !book.isNarrated && (
        <ButtonLink to={`/book/${book.id}/sync`} tone="quiet" icon={<AudioWaveform aria-hidden />}>
          {t("book.editSync")}
        </ButtonLink>
      )}
    </div>
  );
}

function getListenTexts({ access, myEntry }: BookDetail): ListenText {
  const hasStarted = myEntry !== null && myEntry.lastFormat !== null && !hasReachedEnd(myEntry);
  if (hasStarted) return "continueListening";
  return access.listen === "sample" ? "listenToSample" : "listen";
}

function ReadAndListenButton({ bookId }: { readonly bookId: BookId }) {
  const { isReady, isPlaying, toggle } = useBookPlayer(bookId);
  const navigate = useNavigate();
  return (
    <Button
      tone="secondary"
      disabled={!isReady}
      icon={<ReadListenIcon />}
      onClick={() => {
        if (!isPlaying) toggle();
        void navigate(`/seamless-reader/${bookId}`);
      }}
    >
      {t("book.readAndListen")}
    </Button>
  );
}
