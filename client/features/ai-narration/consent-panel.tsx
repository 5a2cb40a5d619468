import { aiNarrationContract, type NarrationEditorState } from "#shared/ai-narration/contract.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Select } from "#client/ui/forms/select.tsx";
import { Switch } from "#client/ui/forms/switch.tsx";
import { narrationQueries } from "./use-narration.ts";

export function ConsentPanel({ tending: { bookId, consent } }: { readonly tending: NarrationEditorState }) {
  const putAll = useContractMutation(aiNarrationContract.putNarrationConsents, {
    refreshes: narrationQueries,
  });
  const putOne = useContractMutation(aiNarrationContract.putNarrationConsent, {
    refreshes: narrationQueries,
  });
  if (!consent.canDecide) {
    return (
      <p className="text-muted">
        {t(consent.isAllowed ? "narration.allowedByAuthor" : "narration.notAllowedByAuthor")}
      </p>
    );
  }
  const answer = t(consent.ofAll ? "narration.yes" : "narration.no");
  const options = [
    { value: "all", label: consent.hasAuthor ? t("narration.asAll", { answer }) : t("narration.asHouse") },
    { value: "yes", label: t("narration.yes") },
    { value: "no", label: t("narration.no") },
  ] as const;
  return (
    <div className="flex max-w-measure flex-col gap-4">
      <p className="text-muted text-small">{t("narration.wishHint")}</p>
      {consent.hasAuthor && (
        <Switch
          label={t("narration.ofAll")}
          hint={t("narration.ofAllHint")}
          checked={consent.ofAll ?? false}
          disabled={putAll.isPending}
          onChange={(allows) => putAll.mutate({ body: { allows } })}
        />
      )}
      <Select
        label={t("narration.ofBook")}
        options={options}
        value={consent.ofBook === null ? "all" : consent.ofBook ? "yes" : "no"}
        disabled={putOne.isPending}
        onChange={(chosen) =>
          putOne.mutate({ params: { bookId }, body: { allows: chosen === "all" ? null : chosen === "yes" } })
        }
      />
    </div>
  );
}
