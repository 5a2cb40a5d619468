import { ArrowUp, Plus, X } from "lucide-react";
import { ContributorRole } from "#shared/books/book.ts";
import type { Credit } from "#shared/publishing/publishing-book.ts";
import { useForm } from "#client/lib/forms/use-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import { NameInput } from "./names-field.tsx";

interface CreditsFieldProps {
  readonly credits: readonly Credit[];
  readonly error?: string | undefined;
  readonly onChange: (credits: Credit[]) => void;
}

const roles = ContributorRole.options;

/** Contributors in their order, with their roles. */
export function CreditsField({ credits, error, onChange }: CreditsFieldProps) {
  const form = useForm({
    values: { name: "", role: "author" as ContributorRole },
    onSubmit: (values) => {
      const added = { ...values, name: values.name.trim() };
      if (added.name && !credits.some(({ name, role }) => name === added.name && role === added.role)) {
        onChange([...credits, added]);
      }
      form.set({ name: "" });
    },
  });
  const pick = (name: string) => {
    form.set({ name });
    form.submit();
  };
  const moveUp = (n: number) => {
    const [moved] = credits.slice(n, n + 1);
    if (moved)
      onChange([...credits.slice(0, n - 1), moved, ...credits.slice(n - 1, n), ...credits.slice(n + 1)]);
  };
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1.5 font-medium text-small">{t("publishing.credits")}</legend>
      {credits.length > 0 && (
        <ul className="divide-y divide-line rounded-control border border-line">
          {credits.map((credit, n) => (
            <li key={`${credit.role} ${credit.name}`} className="flex items-center gap-2 py-1 ps-3">
              <span className="min-w-0 flex-1">
                <bdi className="break-words">{credit.name}</bdi>{" "}
                <span className="text-muted text-small">{t(`publishing.role-${credit.role}`)}</span>
              </span>
              {n > 0 && (
                <IconButton
                  label={t("publishing.moveUp", { name: credit.name })}
                  icon={<ArrowUp aria-hidden />}
                  onClick={() => moveUp(n)}
                />
              )}
              <IconButton
                label={t("publishing.remove", { name: credit.name })}
                icon={<X aria-hidden />}
                onClick={() => onChange(credits.filter((other) => other !== credit))}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="grid items-end gap-2 sm:grid-cols-[minmax(0,1fr)_10rem_auto]">
        <NameInput
          kind="contributor"
          label={t("publishing.person")}
          error={error}
          value={form.values.name}
          canCreate
          onType={(name) => form.set({ name })}
          onPick={pick}
        />
        <Select
          {...form.field("role")}
          label={t("publishing.role")}
          options={roles.map((value) => ({ value, label: t(`publishing.role-${value}`) }))}
        />
        <Button tone="secondary" icon={<Plus aria-hidden />} onClick={form.submit}>
          {t("publishing.add")}
        </Button>
      </div>
    </fieldset>
  );
}
