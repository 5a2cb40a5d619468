import { maxCounted } from "#shared/staff/max-counted.ts";
import type { MergeKind } from "#shared/staff/merges.ts";
import { getGenreName } from "#client/features/books/index.ts";
import { formatCount } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Select } from "#client/ui/forms/select.tsx";

interface ManagedNameProps {
  readonly name: string;
  readonly bookCount: number;
}

/** The localized name of a genre or theme, and how many books have it. */
export function ManagedName({ name, bookCount }: ManagedNameProps) {
  return (
    <>
      <bdi className="font-medium">{getGenreName(name)}</bdi>{" "}
      <span className="whitespace-nowrap text-muted text-small">
        {t("catalogueAdmin.bookCount", {
          n: bookCount,
          count: formatCount(bookCount, bookCount >= maxCounted),
        })}
      </span>
    </>
  );
}

/** Names of contributors are not localized. */
export const getMergedName = (kind: MergeKind, name: string): string =>
  kind === "contributor" ? name : getGenreName(name);

/** Explains a stored name that lists show in translation. */
export function getTranslationHint(name: string): string | undefined {
  const shown = getGenreName(name);
  return shown === name ? undefined : t("catalogueAdmin.translated", { name: shown });
}

interface TargetSelectProps {
  readonly others: readonly { readonly id: string; readonly name: string }[];
  readonly targetId: string;
  readonly onChange: (targetId: string) => void;
}

/** Chooses the name into which another one is merged. */
export function TargetSelect({ others, targetId, onChange }: TargetSelectProps) {
  return (
    <Select
      label={t("catalogueAdmin.into")}
      value={targetId}
      options={[
        { value: "", label: t("catalogueAdmin.chooseTarget") },
        ...others.map(({ id, name }) => ({ value: id, label: getGenreName(name) })),
      ]}
      onChange={onChange}
    />
  );
}
