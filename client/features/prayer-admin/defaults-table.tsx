import { Pencil } from "lucide-react";
import type { CountryDefault } from "#shared/prayer/country-defaults.ts";
import type { SiteDefault } from "#shared/prayer/defaults.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { IconButton } from "#client/ui/forms/icon-button.tsx";

interface Row extends SiteDefault {
  readonly label: string;
  readonly isCustomized: boolean;
}

interface DefaultsTableProps {
  readonly rows: readonly Row[];
  readonly onEdit: (country: string) => void;
}

const cell = "px-3 py-2 text-start align-middle sm:px-4";

export function DefaultsTable({ rows, onEdit }: DefaultsTableProps) {
  return (
    <div className="max-h-128 overflow-y-auto rounded-card border border-line bg-surface">
      <table className="w-full text-small">
        <thead className="sticky top-0 bg-surface">
          <tr className="border-line border-b text-muted">
            <th scope="col" className={cell}>
              {t("athan.country")}
            </th>
            <th scope="col" className={cell}>
              {t("athan.calculated")}
            </th>
            <th scope="col" className="w-14">
              <span className="sr-only">{t("athan.actions")}</span>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <tr key={row.country}>
              <th scope="row" className={`${cell} font-medium`}>
                {row.label}
                {row.isCustomized && (
                  <span className="mt-0.5 block font-normal text-badge text-primary">
                    {t("athan.customized")}
                  </span>
                )}
              </th>
              <td className={cell}>
                <span className="block">{formatMethod(row)}</span>
                <span className="block text-muted">{t(`prayer.madhab_${row.madhab}`)}</span>
              </td>
              <td className="pe-1">
                <IconButton
                  label={t("athan.changeCountry", { country: row.label })}
                  icon={<Pencil aria-hidden />}
                  onClick={() => onEdit(row.country)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function formatMethod({ method, angles: { fajr, isha } }: CountryDefault): string {
  if (method !== "Other") return t(`prayer.method_${method}`);
  return "minutes" in isha
    ? t("athan.byAnglesAndMinutes", { fajr, minutes: isha.minutes })
    : t("athan.byAngles", { fajr, isha: isha.angle });
}
