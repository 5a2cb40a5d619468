import type { PrayerAdminStats } from "#shared/admin/contract.ts";
import { formatCount } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { getLocale } from "#client/lib/i18n/locale.ts";

type Due = PrayerAdminStats["dueByHour"];
const hourMs = 3_600_000;

/** Alerts due in each of the next 24 hours, as a chart and as a table for screen readers. */
export function AlertsByHour({ due }: { readonly due: Due }) {
  const hours = fillHours(due);
  const max = Math.max(1, ...hours.map((each) => each.count));
  const total = hours.reduce((sum, each) => sum + each.count, 0);
  return (
    <figure className="mt-6">
      <figcaption className="mb-3 font-medium">{t("athan.dueByHour", { n: total })}</figcaption>
      {total > 0 && (
        <>
          <Bars hours={hours} max={max} />
          <Table hours={hours} />
        </>
      )}
    </figure>
  );
}

function Bars({ hours, max }: { readonly hours: Due; readonly max: number }) {
  return (
    <>
      <div
        aria-hidden
        className="flex h-36 items-end gap-0.5 rounded-card border border-line bg-surface p-3 sm:gap-1"
      >
        {hours.map((each) => (
          <div key={each.hour.getTime()} className="flex h-full flex-1 flex-col justify-end">
            <div
              className="min-h-px rounded-t-sm bg-primary"
              style={{ height: `${(each.count / max) * 100}%` }}
            />
          </div>
        ))}
      </div>
      <div aria-hidden className="mt-1 flex justify-between px-3 text-badge text-muted">
        {[hours[0], hours[12], hours[24]].map(
          (each) => each && <span key={each.hour.getTime()}>{formatHour(each.hour)}</span>,
        )}
      </div>
    </>
  );
}

function Table({ hours }: { readonly hours: Due }) {
  return (
    <details className="mt-1">
      <summary className="flex min-h-11 cursor-pointer items-center font-medium text-primary text-small">
        {t("athan.asTable")}
      </summary>
      <table className="w-full max-w-sm text-small">
        <thead>
          <tr className="text-muted">
            <th scope="col" className="py-1 text-start">
              {t("athan.hour")}
            </th>
            <th scope="col" className="py-1 text-end">
              {t("athan.due")}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {hours.map((each) => (
            <tr key={each.hour.getTime()}>
              <th scope="row" className="py-1 text-start font-normal">
                {formatHour(each.hour)}
              </th>
              <td className="py-1 text-end tabular-nums">{formatCount(each.count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** Includes hours without alerts; the first and the last are partial. */
function fillHours(due: Due): Due {
  const counts = new Map(due.map((each) => [each.hour.getTime(), each.count]));
  const first = due[0]?.hour.getTime() ?? Date.now();
  const from = Math.floor(Math.min(first, Date.now()) / hourMs) * hourMs;
  return Array.from({ length: 25 }, (_, n) => {
    const hour = from + n * hourMs;
    return { hour: new Date(hour), count: counts.get(hour) ?? 0 };
  });
}

const formatHour = (hour: Date) =>
  new Intl.DateTimeFormat(getLocale(), { hour: "numeric", minute: "2-digit" }).format(hour);
