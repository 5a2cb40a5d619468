import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Bell, BellRing } from "lucide-react";
import { useLocation } from "react-router-dom";
import type { Book } from "#shared/books/book.ts";
import { libraryContract } from "#shared/library/contract.ts";
import { query, useCall } from "#client/lib/api.ts";
import { signInPath } from "#client/lib/return-to.ts";
import { useUser } from "#client/lib/session.ts";
import { say } from "#client/lib/words.ts";
import { Button, ButtonLink } from "#client/ui/button.tsx";

const { listWatches, putWatch, removeWatch } = libraryContract;

/** Lets a reader be told when a coming book appears; a guest is led to the sign-in, and back. */
export function NotifyMe({ book }: { readonly book: Pick<Book, "id" | "title"> }) {
  const isSignedIn = useUser() !== null;
  const { pathname, search } = useLocation();
  const { isWatched, toggle } = useWatch(book.id);
  const label = say("lists.notifyOf", { title: book.title });
  if (!isSignedIn) {
    return (
      <ButtonLink
        tone="secondary"
        size="small"
        isWide
        icon={<Bell aria-hidden />}
        aria-label={label}
        to={signInPath(pathname + search)}
      >
        {say("lists.notifyMe")}
      </ButtonLink>
    );
  }
  return (
    <Button
      tone={isWatched ? "primary" : "secondary"}
      size="small"
      isWide
      icon={isWatched ? <BellRing aria-hidden /> : <Bell aria-hidden />}
      aria-label={label}
      aria-pressed={isWatched}
      onClick={toggle}
    >
      {say(isWatched ? "lists.willTell" : "lists.notifyMe")}
    </Button>
  );
}

/** Whether the reader waits for a book, and the change of that: at once on the screen, taken back when it fails. */
function useWatch(bookId: Book["id"]) {
  const client = useQueryClient();
  const isSignedIn = useUser() !== null;
  const { data: watched = [] } = useQuery({ ...query(listWatches, {}), enabled: isSignedIn });
  const put = useCall(putWatch, { refreshes: [listWatches] });
  const remove = useCall(removeWatch, { refreshes: [listWatches] });
  const isWatched = watched.includes(bookId);

  const toggle = () => {
    const { queryKey } = query(listWatches, {});
    client.setQueryData(queryKey, isWatched ? watched.filter((id) => id !== bookId) : [bookId, ...watched]);
    const act = isWatched ? remove : put;
    act.mutateAsync({ params: { bookId } }).catch(() => client.setQueryData(queryKey, watched));
  };
  return { isWatched, toggle };
}
