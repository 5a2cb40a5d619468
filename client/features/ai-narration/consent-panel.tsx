import { aiNarrationContract, type NarrationEditorState } from "#shared/ai-narration/contract.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Select } from "#client/ui/forms/select.tsx";
import { Switch } from "#client/ui/forms/switch.tsx";
import { narrationQueries } from "./use-narration.ts";

/** The author's word: of all their books, and of this one. Who does not decide is told what was decided. */
export function ConsentPanel({ tending: { bookId, wish } }: { readonly tending: NarrationEditorState }) {
  const putAll = useContractMutation(aiNarrationContract.putNarrationWishes, { refreshes: narrationQueries });
  const putOne = useContractMutation(aiNarrationContract.putNarrationWish, { refreshes: narrationQueries });
  if (!wish.mayDecide) {
    return (
      <p className="text-muted">
        {t(wish.isAllowed ? "narration.allowedByAuthor" : "narration.notAllowedByAuthor")}
      </p>
    );
  }
  const answer = t(wish.ofAll ? "narration.yes" : "narration.no");
  const options = [
    { value: "all", label: wish.hasAuthor ? t("narration.asAll", { answer }) : t("narration.asHouse") },
    { value: "yes", label: t("narration.yes") },
    { value: "no", label: t("narration.no") },
  ] as const;
  return (
    <div className="flex max-w-measure flex-col gap-4">
      <p className="text-muted text-small">{t("narration.wishHint")}</p>
      {wish.hasAuthor && (
        <Switch
          label={t("narration.ofAll")}
          hint={t("narration.ofAllHint")}
          checked={wish.ofAll ?? false}
          disabled={putAll.isPending}
          onChange={(allows) => putAll.mutate({ body: { allows } })}
        />
      )}
      <Select
        label={t("narration.ofBook")}
        options={options}
        value={wish.ofBook === null ? "all" : wish.ofBook ? "yes" : "no"}
        disabled={putOne.isPending}
        onChange={(chosen) =>
          putOne.mutate({ params: { bookId }, body: { allows: chosen === "all" ? null : chosen === "yes" } })
        }
      />
    </div>
  );
}
