import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { getSignInPath } from "#shared/accounts/sign-in-path.ts";
import { booksContract } from "#shared/books/contract.ts";
import type { Ebook } from "#shared/reader/contract.ts";
import { useMyEntry } from "#client/features/library/use-my-entry.ts";
import { MessageCard } from "#client/features/reader/components/message-card.tsx";
import { query } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button, ButtonLink } from "#client/ui/forms/button.tsx";
import { FinishedBook, NextBooks } from "./finished-book.tsx";

interface BookEndProps {
  readonly ebook: Ebook;
  readonly isSignedIn: boolean;
  /** Leads back to the text. */
  readonly lastPage: ReactNode;
}

export function BookEnd(props: BookEndProps) {
  return props.ebook.portion === "whole" ? <EndOfBook {...props} /> : <SampleEnd {...props} />;
}

function EndOfBook({ ebook: { bookId, title }, isSignedIn, lastPage }: BookEndProps) {
  const { data: book } = useQuery(query(booksContract.getBook, { params: { bookId } }));
  const { setStatus } = useMyEntry(bookId);
  const isFinished = book?.myEntry?.status === "finished";
  return (
    <MessageCard title={t("reader.endTitle")} text={t("reader.endText", { title: isolateTitle(title) })}>
      {isSignedIn && !isFinished && (
        <Button onClick={() => setStatus("finished")}>{t("reader.markFinished")}</Button>
      )}
      {book && isFinished && <FinishedBook book={book} />}
      {book && <NextBooks book={book} />}
      <ButtonLink tone="quiet" to={`/book/${bookId}`}>
        {t("reader.toBook")}
      </ButtonLink>
      {lastPage}
    </MessageCard>
  );
}

const isolateTitle = (title: string) => `\u2068${title}\u2069`;

function SampleEnd({ ebook: { bookId }, isSignedIn, lastPage }: BookEndProps) {
  const { pathname } = useLocation();
  const { data: book } = useQuery(query(booksContract.getBook, { params: { bookId } }));
  const requirement = book?.access.needs ?? (isSignedIn ? "membership" : "sign-in");
  const text = {
    "sign-in": t("reader.sampleSignIn"),
    membership: t("reader.sampleMembership"),
    release: t("reader.sampleRelease"),
  }[requirement];

  return (
    <MessageCard title={t("reader.sampleEndTitle")} text={text}>
      {!isSignedIn && (
        <>
          <ButtonLink to={`${getSignInPath(pathname)}&mode=sign-up`}>{t("reader.createAccount")}</ButtonLink>
          <ButtonLink tone="secondary" to={getSignInPath(pathname)}>
            {t("reader.haveAccount")}
          </ButtonLink>
        </>
      )}
      {isSignedIn && requirement === "membership" && (
        <ButtonLink to="/subscribe">{t("reader.viewMemberships")}</ButtonLink>
      )}
      <ButtonLink tone="quiet" to={`/book/${bookId}`}>
        {t("reader.toBook")}
      </ButtonLink>
      {lastPage}
    </MessageCard>
  );
}
