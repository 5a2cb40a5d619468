import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { moderationContract } from "#shared/moderation/contract.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { TextArea } from "#client/ui/forms/field.tsx";
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
  const [text, setText] = useState(words.join("\n"));
  const saveMutation = useContractMutation(saveHeldWords, { invalidates: [listHeldWords] });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const list = text.split("\n").map((word) => word.trim());
    saveMutation.mutate(
      { body: { words: list.filter(Boolean) } },
      { onSuccess: () => toast({ title: t("moderation.heldWordsSaved") }) },
    );
  };
  return (
    <form onSubmit={onSubmit} className="flex max-w-2xl flex-col gap-3">
      <TextArea
        label={t("moderation.heldWordsLabel")}
        hint={t("moderation.heldWordsHint")}
        rows={5}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" tone="secondary" className="self-start" isPending={saveMutation.isPending}>
        {t("common.save")}
      </Button>
    </form>
  );
}
