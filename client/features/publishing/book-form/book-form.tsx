import { useEffect } from "react";
import type { PublishingBook } from "#shared/publishing/publishing-book.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { FormError } from "#client/ui/forms/form-error.tsx";
import { AboutFields, AccessFields, CatalogueFields, OriginFields } from "./book-form-fields.tsx";
import { EditConflict } from "./edit-conflict.tsx";
import { useBookForm } from "./use-book-form.ts";

interface BookFormProps {
  readonly book: PublishingBook;
  readonly isStaff: boolean;
  readonly onDirty: (isDirty: boolean) => void;
}

/** All fields of a book. Only changed fields are sent. */
export function BookForm({ book, isStaff, onDirty }: BookFormProps) {
  const { form, dirty, conflict, discard } = useBookForm(book);
  const isDirty = dirty.length > 0;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  return (
    <form {...form.props} className="flex flex-col gap-5 [&_:is(input,select,textarea)]:scroll-mb-16">
      {conflict && <EditConflict mine={form.values} {...conflict} />}
      <AboutFields form={form} />
      <CatalogueFields form={form} isStaff={isStaff} />
      <OriginFields form={form} />
      <AccessFields form={form} isStaff={isStaff} />
      {!conflict && <FormError error={form.error} cause={form.cause} />}
      <div className="sticky bottom-[calc(var(--tabs-height)+var(--player-height,0px)+var(--uploads-height,0px))] -mx-1 flex flex-wrap items-center gap-3 bg-paper/95 px-1 py-3">
        <Button type="submit" isPending={form.isPending} disabled={!isDirty || conflict !== null}>
          {t("common.save")}
        </Button>
        {isDirty && (
          <Button tone="quiet" onClick={discard}>
            {t("publishing.discard")}
          </Button>
        )}
        <span role="status" className="text-muted text-small">
          {isDirty && t("publishing.unsaved", { n: dirty.length })}
        </span>
      </div>
    </form>
  );
}
