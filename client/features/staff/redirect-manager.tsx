import { BookId } from "#shared/books/book.ts";
import { redirectsContract } from "#shared/books/redirects.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { usePagedQuery } from "#client/lib/api/paged-query.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { PagedList } from "#client/ui/feedback/paged-list.tsx";
import { EmptyState } from "#client/ui/feedback/query-state.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { TextField } from "#client/ui/forms/field.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { TextLink } from "#client/ui/text-link.tsx";

const options = { handlesErrors: true };

/** Redirects of old and printed ids to books. */
export function RedirectManager() {
  const list = usePagedQuery(redirectsContract.listRedirects, { query: {} });
  const remove = useContractMutation(redirectsContract.deleteRedirect, options);
  return (
    <>
      <AddRedirect />
      <PagedList
        query={list}
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
      </PagedList>
    </>
  );
}

function AddRedirect() {
  const form = useContractForm(redirectsContract.saveRedirect, {
    values: { oldId: "", bookId: "" },
    validate: ({ oldId, bookId }) =>
      findBookId(bookId) && oldId.trim() ? {} : { bookId: t("common.fieldWrong") },
    toInput: ({ oldId, bookId }) => ({
      params: { oldId: oldId.trim() },
      body: { bookId: findBookId(bookId) as BookId },
    }),
    errorField: "bookId",
    onSuccess: () => {
      toast({ title: t("catalogueAdmin.saved") });
      form.reset({ oldId: "", bookId: "" });
    },
  });
  return (
    <form {...form.props} className="mb-4 grid items-start gap-3 sm:grid-cols-[1fr_2fr_auto]">
      <TextField {...form.field("oldId")} label={t("catalogueAdmin.oldId")} dir="ltr" maxLength={100} />
      <TextField {...form.field("bookId")} label={t("catalogueAdmin.redirectTo")} dir="ltr" />
      <Button type="submit" isPending={form.isPending} className="sm:mt-6.5">
        {t("catalogueAdmin.add")}
      </Button>
    </form>
  );
}

/** The id in a text, such as the URL of a book's page. */
const findBookId = (text: string): BookId | undefined =>
  BookId.safeParse(/[0-9a-f]{8}-[0-9a-f-]{27}/i.exec(text)?.[0]).data;
