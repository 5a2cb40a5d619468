import { useInfiniteQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { BookId } from "#shared/books/book.ts";
import { redirectsContract } from "#shared/books/redirects.ts";
import { getErrorMessage, getFieldErrors } from "#client/lib/api/error-message.ts";
import { infiniteQuery, useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { EmptyState } from "#client/ui/feedback/query-state.tsx";
import { RecordList } from "#client/ui/feedback/record-list.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { TextField } from "#client/ui/forms/field.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { TextLink } from "#client/ui/text-link.tsx";

const options = { invalidates: [redirectsContract.listRedirects], handlesErrors: true };

/** Redirects of old and printed ids to books. */
export function RedirectManager() {
  const list = useInfiniteQuery(infiniteQuery(redirectsContract.listRedirects, { query: {} }));
  const remove = useContractMutation(redirectsContract.deleteRedirect, options);
  return (
    <>
      <AddRedirect />
      <RecordList
        query={list}
        getRows={(page) => page.redirects.map((redirect) => ({ ...redirect, id: redirect.oldId }))}
        errorTitle={t("catalogueAdmin.loadFailed")}
        empty={<EmptyState title={t("catalogueAdmin.noRedirects")} />}
      >
        {({ oldId, bookId, title }) => (
          <div className="flex flex-wrap items-center gap-x-3 py-1 ps-4 pe-2">
            <code dir="ltr" className="min-w-0 break-all text-small">
              {oldId}
            </code>
            <TextLink to={`/book/${bookId}`} dir="auto" className="min-w-0 flex-1">
              {title}
            </TextLink>
            <Button
              tone="quiet"
              size="small"
              isPending={remove.isPending}
              onClick={() =>
                remove.mutate(
                  { params: { oldId } },
                  { onError: (error) => toast({ tone: "destructive", title: getErrorMessage(error) }) },
                )
              }
            >
              {t("catalogueAdmin.delete")}
            </Button>
          </div>
        )}
      </RecordList>
    </>
  );
}

function AddRedirect() {
  const [oldId, setOldId] = useState("");
  const [book, setBook] = useState("");
  const [isInvalid, setInvalid] = useState(false);
  const saveMutation = useContractMutation(redirectsContract.saveRedirect, options);
  const errors = getFieldErrors(saveMutation.error);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    // The URL of a book's page is accepted as well.
    const bookId = BookId.safeParse(/[0-9a-f]{8}-[0-9a-f-]{27}/i.exec(book)?.[0]).data;
    setInvalid(!bookId || !oldId.trim());
    if (!bookId || !oldId.trim()) return;
    saveMutation.mutate(
      { params: { oldId: oldId.trim() }, body: { bookId } },
      {
        onSuccess: () => {
          toast({ title: t("catalogueAdmin.saved") });
          setOldId("");
          setBook("");
        },
      },
    );
  };
  const errorText = isInvalid
    ? t("common.fieldWrong")
    : (errors["bookId"] ?? (saveMutation.error && getErrorMessage(saveMutation.error)));
  return (
    <form noValidate onSubmit={onSubmit} className="mb-4 grid items-start gap-3 sm:grid-cols-[1fr_2fr_auto]">
      <TextField
        label={t("catalogueAdmin.oldId")}
        dir="ltr"
        maxLength={100}
        value={oldId}
        error={errors["oldId"]}
        onChange={({ target }) => setOldId(target.value)}
      />
      <TextField
        label={t("catalogueAdmin.redirectTo")}
        dir="ltr"
        value={book}
        error={errorText ?? undefined}
        onChange={({ target }) => setBook(target.value)}
      />
      <Button type="submit" isPending={saveMutation.isPending} className="sm:mt-6.5">
        {t("catalogueAdmin.add")}
      </Button>
    </form>
  );
}
