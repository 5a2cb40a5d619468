import { useQuery } from "@tanstack/react-query";
import type { ChallengeId } from "#shared/challenges/contract.ts";
import { challengeUpdatesContract } from "#shared/challenges/updates.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { formatRelativeTime } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { TextArea } from "#client/ui/forms/field.tsx";

const { listUpdates, postUpdate, deleteUpdate } = challengeUpdatesContract;

/** The updates of a challenge, with a form for those who manage it. Renders nothing without either. */
export function ChallengeUpdates({ challengeId }: { readonly challengeId: ChallengeId }) {
  const params = { challengeId };
  const { data } = useQuery(query(listUpdates, { params }));
  const deleteMutation = useContractMutation(deleteUpdate);
  if (!data || (data.updates.length === 0 && !data.canPost)) return null;
  return (
    <Card>
      <h2 className="mb-4 font-semibold font-title text-h3">{t("challenge.updates")}</h2>
      {data.canPost && <UpdateForm challengeId={challengeId} />}
      <ul className="flex flex-col gap-4">
        {data.updates.map(({ id, text, createdAt }) => (
          <li key={id} className="max-w-measure border-line border-s-2 ps-4">
            <p dir="auto" className="wrap-anywhere whitespace-pre-line">
              {text}
            </p>
            <div className="mt-1 flex items-center justify-between gap-3 text-muted text-small">
              <time dateTime={createdAt.toISOString()}>{formatRelativeTime(createdAt)}</time>
              {data.canPost && (
                <Button
                  tone="quiet"
                  size="small"
                  isPending={deleteMutation.isPending}
                  onClick={() => deleteMutation.mutate({ params: { ...params, updateId: id } })}
                >
                  {t("challenge.deleteUpdate")}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function UpdateForm({ challengeId }: { readonly challengeId: ChallengeId }) {
  const form = useContractForm(postUpdate, {
    values: { text: "" },
    toInput: (body) => ({ params: { challengeId }, body }),
    errorField: "text",
    onSuccess: () => form.reset({ text: "" }),
  });
  return (
    <form {...form.props} className="mb-6 flex max-w-measure flex-col gap-3">
      <TextArea
        {...form.field("text")}
        label={t("challenge.newUpdate")}
        hint={t("challenge.newUpdateHint")}
        rows={3}
      />
      <Button
        type="submit"
        size="small"
        className="self-start"
        isPending={form.isPending}
        disabled={form.values.text.trim() === ""}
      >
        {t("challenge.postUpdate")}
      </Button>
    </form>
  );
}
