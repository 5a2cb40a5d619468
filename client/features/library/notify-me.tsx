import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Bell, BellRing } from "lucide-react";
import { useLocation } from "react-router-dom";
import { getSignInPath } from "#shared/accounts/sign-in-path.ts";
import type { Book } from "#shared/books/book.ts";
import { libraryContract } from "#shared/library/contract.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { useUser } from "#client/lib/api/session.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button, ButtonLink } from "#client/ui/forms/button.tsx";

const { listReleaseAlerts, saveReleaseAlert, deleteReleaseAlert } = libraryContract;

interface NotifyMeProps {
  readonly book: Pick<Book, "id" | "title">;
  readonly size?: "small" | "medium";
}

export function NotifyMe({ book, size = "small" }: NotifyMeProps) {
  const isSignedIn = useUser() !== null;
  const { pathname, search } = useLocation();
  const { isWatched, toggle } = useReleaseAlert(book.id);
  const label = t("library.notifyOf", { title: book.title });
  if (!isSignedIn) {
    return (
      <ButtonLink
        tone="secondary"
        size={size}
        isWide={size === "small"}
        icon={<Bell aria-hidden />}
        aria-label={label}
        to={getSignInPath(pathname + search)}
      >
        {t("library.notifyMe")}
      </ButtonLink>
    );
  }
  return (
    <Button
      tone={isWatched ? "primary" : "secondary"}
      size={size}
      isWide={size === "small"}
      icon={isWatched ? <BellRing aria-hidden /> : <Bell aria-hidden />}
      aria-label={label}
      aria-pressed={isWatched}
      onClick={toggle}
    >
      {t(isWatched ? "library.willNotify" : "library.notifyMe")}
    </Button>
  );
}

function useReleaseAlert(bookId: Book["id"]) {
  const client = useQueryClient();
  const isSignedIn = useUser() !== null;
  const { data: releaseAlerts = [] } = useQuery({ ...query(listReleaseAlerts, {}), enabled: isSignedIn });
  const saveMutation = useContractMutation(saveReleaseAlert);
  const deleteMutation = useContractMutation(deleteReleaseAlert);
  const isWatched = releaseAlerts.includes(bookId);

  const toggle = () => {
    const { queryKey } = query(listReleaseAlerts, {});
    client.setQueryData(
      queryKey,
      isWatched ? releaseAlerts.filter((id) => id !== bookId) : [bookId, ...releaseAlerts],
    );
    const mutation = isWatched ? deleteMutation : saveMutation;
    mutation.mutateAsync({ params: { bookId } }).catch(() => client.setQueryData(queryKey, releaseAlerts));
  };
  return { isWatched, toggle };
}
