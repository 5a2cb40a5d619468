import { BookOpen } from "lucide-react";
import { DownloadsView } from "#client/features/offline/downloads-view.tsx";
import { ListenButton } from "#client/features/player/components/listen-button.tsx";
import { useUser } from "#client/lib/api/session.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { ButtonLink } from "#client/ui/forms/button.tsx";

/** The kept books, each with a button to read or hear it. */
export function Downloads() {
  const user = useUser();
  if (!user) return null;
  return (
    <DownloadsView
      userId={user.id}
      renderOpenButton={({ bookId, title, hasText }) =>
        hasText ? (
          <ButtonLink
            size="small"
            to={`/read/${bookId}`}
            icon={<BookOpen aria-hidden />}
            className="max-sm:w-11 max-sm:px-0"
          >
            <span className="max-sm:sr-only">{t("library.startReading")}</span>
            <span className="sr-only">: {title}</span>
          </ButtonLink>
        ) : (
          <ListenButton isInRow bookId={bookId} />
        )
      }
    />
  );
}
