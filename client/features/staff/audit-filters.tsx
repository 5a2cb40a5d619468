import { auditActions, isAuditAction } from "#shared/staff/audit.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { getLocale } from "#client/lib/i18n/locale.ts";
import { DateField } from "#client/ui/forms/date-field.tsx";
import { SearchField } from "#client/ui/forms/search-field.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import { getActionLabel } from "./audit-sentence.tsx";

export interface AuditParams {
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly subject?: string | undefined;
  /** Days such as `2026-11-28`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

interface AuditFiltersProps {
  readonly params: AuditParams;
  readonly onChange: (name: keyof AuditParams, value: string) => void;
}

export function AuditFilters({ params, onChange }: AuditFiltersProps) {
  const { actor = "", action = "", subject = "", from = "", to = "" } = params;
  return (
    <div className="mb-3 grid grid-cols-2 items-end gap-3 sm:grid-cols-4">
      <div className="sm:col-span-2">
        <SearchField label={t("audit.actor")} value={actor} onSearch={(text) => onChange("actor", text)} />
      </div>
      <div className="sm:col-span-2">
        <SearchField
          label={t("audit.subject")}
          value={subject}
          onSearch={(text) => onChange("subject", text)}
        />
      </div>
      <div className="col-span-2">
        <Select
          label={t("audit.action")}
          isLabelHidden
          value={action}
          options={[{ value: "", label: t("audit.allActions") }, ...listActions()]}
          onChange={(value) => onChange("action", value)}
        />
      </div>
      <DateField
        label={t("audit.from")}
        value={from}
        max={to}
        onChange={(value) => onChange("from", value)}
      />
      <DateField label={t("audit.to")} value={to} min={from} onChange={(value) => onChange("to", value)} />
    </div>
  );
}

/** By label. */
function listActions() {
  const collator = new Intl.Collator(getLocale());
  return Object.keys(auditActions)
    .filter(isAuditAction)
    .map((value) => ({ value: value as string, label: getActionLabel(value) }))
    .sort((a, b) => collator.compare(a.label, b.label));
}
