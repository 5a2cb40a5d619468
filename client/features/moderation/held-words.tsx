import { useQuery } from "@tanstack/react-query";
import { moderationContract } from "#shared/moderation/contract.ts";
import { query } from "#client/lib/api/query.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { TextArea } from "#client/ui/forms/field.tsx";
import { FormError } from "#client/ui/forms/form-error.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { Section } from "#client/ui/section.tsx";

const { listHeldWords, saveHeldWords } = moderationContract;

/** Words and links that hold posts for approval. */
export function HeldWords() {
  const words = useQuery(query(listHeldWords, {}));
  if (!words.data) return null;
  return (
    <Section title={t("moderation.heldWords")}>
      <HeldWordsForm key={words.data.join()} words={words.data} />
    </Section>
  );
}

function HeldWordsForm({ words }: { readonly words: readonly string[] }) {
  const form = useContractForm(saveHeldWords, {
    values: { words: words.join("\n") },
    toInput: (values) => ({
      body: { words: values.words.split("\n").flatMap((word) => word.trim() || []) },
    }),
    warnsUnsaved: true,
    onSuccess: () => toast({ title: t("moderation.heldWordsSaved") }),
  });
  return (
    <form {...form.props} className="flex max-w-2xl flex-col gap-3">
      <TextArea
        {...form.field("words")}
        label={t("moderation.heldWordsLabel")}
        hint={t("moderation.heldWordsHint")}
        rows={5}
      />
      <FormError error={form.error} />
      <Button type="submit" tone="secondary" className="self-start" isPending={form.isPending}>
        {t("common.save")}
      </Button>
    </form>
  );
}
