import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Champion } from "#shared/challenges/contract.ts";
import { exclusionsContract } from "#shared/challenges/exclusions.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { formatCalendarDay } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { TextArea } from "#client/ui/forms/field.tsx";
import { FormDialog } from "#client/ui/forms/form-dialog.tsx";
import { toast } from "#client/ui/overlays/toast.ts";

const { listExclusions, excludeReader, includeReader } = exclusionsContract;

interface ExcludeButtonProps {
  readonly champion: Champion & { readonly userId: NonNullable<Champion["userId"]> };
}

/** For staff: removes a reader from the champions, with a reason. */
export function ExcludeButton({ champion }: ExcludeButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const label = t("challenge.excludeReader", { name: champion.name });
  return (
    <>
      <Button tone="quiet" size="small" aria-label={label} onClick={() => setOpen(true)}>
        {t("challenge.exclude")}
      </Button>
      {isOpen && <ExcludeDialog champion={champion} onClose={() => setOpen(false)} />}
    </>
  );
}

function ExcludeDialog({ champion, onClose }: ExcludeButtonProps & { readonly onClose: () => void }) {
  const form = useContractForm(excludeReader, {
    values: { reason: "" },
    toInput: (body) => ({ params: { userId: champion.userId }, body }),
    onSuccess: () => {
      toast({ title: t("challenge.readerExcluded", { name: champion.name }) });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t("challenge.excludeReader", { name: champion.name })}
      submit={t("challenge.exclude")}
      onClose={onClose}
    >
      <TextArea
        {...form.field("reason")}
        label={t("challenge.excludeReason")}
        hint={t("challenge.excludeHint")}
      />
    </FormDialog>
  );
}

/** For staff: the excluded readers, who can be included again. */
export function ExcludedReaders() {
  const list = useQuery(query(listExclusions, {}));
  const includeMutation = useContractMutation(includeReader);
  const readers = list.data?.readers ?? [];
  if (readers.length === 0) return null;
  return (
    <section aria-labelledby="excluded-readers" className="mt-10">
      <h2 id="excluded-readers" className="mb-3 font-semibold font-title text-h3">
        {t("challenge.excludedReaders")}
      </h2>
      <ul className="flex flex-col divide-y divide-line rounded-card border border-line bg-surface">
        {readers.map(({ userId, name, reason, excludedAt }) => (
          <li key={userId} className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
            <div className="min-w-0">
              <p className="font-medium">{name}</p>
              <p dir="auto" className="text-muted text-small">
                {reason} · {formatCalendarDay(excludedAt)}
              </p>
            </div>
            <Button
              tone="secondary"
              size="small"
              aria-label={t("challenge.includeReader", { name })}
              onClick={() => includeMutation.mutate({ params: { userId } })}
            >
              {t("challenge.include")}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
