import { useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router-dom";
import { booksContract } from "#shared/books/contract.ts";
import { libraryContract } from "#shared/library/contract.ts";
import type { Ebook } from "#shared/reader/contract.ts";
import { MessageCard } from "#client/features/reader/components/end-card.tsx";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { signInPath } from "#client/lib/api/return-to.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button, ButtonLink } from "#client/ui/forms/button.tsx";

interface BookEndProps {
  readonly ebook: Ebook;
  readonly isSignedIn: boolean;
}

export function BookEnd({ ebook, isSignedIn }: BookEndProps) {
  return ebook.portion === "whole" ? (
    <TheEnd ebook={ebook} isSignedIn={isSignedIn} />
  ) : (
    <SampleEnd ebook={ebook} isSignedIn={isSignedIn} />
  );
}

function TheEnd({ ebook: { bookId, title }, isSignedIn }: BookEndProps) {
  const finish = useContractMutation(libraryContract.putEntry, {
    refreshes: [libraryContract.listLibrary, booksContract.getBook],
  });
  return (
    <MessageCard title={t("reader.endTitle")} text={t("reader.endText", { title: apart(title) })}>
      {isSignedIn && (
        <Button
          isPending={finish.isPending}
          disabled={finish.isSuccess}
          onClick={() => finish.mutate({ params: { bookId }, body: { status: "finished" } })}
        >
          {t(finish.isSuccess ? "reader.markedFinished" : "reader.markFinished")}
        </Button>
      )}
      <ButtonLink tone="secondary" to={`/book/${bookId}`}>
        {t("reader.toBook")}
      </ButtonLink>
    </MessageCard>
  );
}

const apart = (title: string) => `\u2068${title}\u2069`;

function SampleEnd({ ebook: { bookId }, isSignedIn }: BookEndProps) {
  const { pathname } = useLocation();
  const { data: book } = useQuery(query(booksContract.getBook, { params: { bookId } }));
  const needs = book?.access.needs ?? (isSignedIn ? "membership" : "sign-in");
  const text = {
    "sign-in": t("reader.sampleSignIn"),
    membership: t("reader.sampleMembership"),
    release: t("reader.sampleRelease"),
  }[needs];

  return (
    <MessageCard title={t("reader.sampleEndTitle")} text={text}>
      {!isSignedIn && (
        <>
          <ButtonLink to={`${signInPath(pathname)}&mode=sign-up`}>{t("reader.createAccount")}</ButtonLink>
          <ButtonLink tone="secondary" to={signInPath(pathname)}>
            {t("reader.haveAccount")}
          </ButtonLink>
        </>
      )}
      {isSignedIn && needs === "membership" && (
        <ButtonLink to="/subscribe">{t("reader.seeMemberships")}</ButtonLink>
      )}
      <ButtonLink tone="quiet" to={`/book/${bookId}`}>
        {t("reader.toBook")}
      </ButtonLink>
    </MessageCard>
  );
}
