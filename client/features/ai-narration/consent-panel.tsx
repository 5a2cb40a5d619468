import { aiNarrationContract, type NarrationEditorState } from "#shared/ai-narration/contract.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Select } from "#client/ui/forms/select.tsx";
import { Switch } from "#client/ui/forms/switch.tsx";

export function ConsentPanel({ editor: { bookId, consent } }: { readonly editor: NarrationEditorState }) {
  const saveDefaultMutation = useContractMutation(aiNarrationContract.saveDefaultNarrationConsent);
  const saveMutation = useContractMutation(aiNarrationContract.saveNarrationConsent);
  if (!consent.canDecide) {
    return (
      <p className="text-muted">
        {t(consent.isAllowed ? "aiNarration.allowedByAuthor" : "aiNarration.notAllowedByAuthor")}
      </p>
    );
  }
  const consentLabel = t(consent.allBooks ? "aiNarration.yes" : "aiNarration.no");
  const options = [
    {
      value: "all",
      label: consent.hasAuthor
        ? t("aiNarration.sameAsAll", { answer: consentLabel })
        : t("aiNarration.siteDefault"),
    },
    { value: "yes", label: t("aiNarration.yes") },
    { value: "no", label: t("aiNarration.no") },
  ] as const;
  return (
    <div className="flex max-w-measure flex-col gap-4">
      <p className="text-muted text-small">{t("aiNarration.consentHint")}</p>
      {consent.hasAuthor && (
        <Switch
          label={t("aiNarration.consentForAll")}
          hint={t("aiNarration.consentForAllHint")}
          checked={consent.allBooks ?? false}
          disabled={saveDefaultMutation.isPending}
          onChange={(allows) => saveDefaultMutation.mutate({ body: { allows } })}
        />
      )}
      <Select
        label={t("aiNarration.consentForBook")}
        options={options}
        value={consent.thisBook === null ? "all" : consent.thisBook ? "yes" : "no"}
        disabled={saveMutation.isPending}
        onChange={(selected) =>
          saveMutation.mutate({
            params: { bookId },
            body: { allows: selected === "all" ? null : selected === "yes" },
          })
        }
      />
    </div>
  );
}
