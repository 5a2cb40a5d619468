import { useQuery } from "@tanstack/react-query";
import { type CountCheck, countChecksContract } from "#shared/staff/count-checks.ts";
import { query } from "#client/lib/api/query.ts";
import { formatCount, formatRelativeTime } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Section } from "#client/ui/section.tsx";

/** The last nightly comparison of the kept counts. */
export function CountChecks() {
  const checks = useQuery(query(countChecksContract.listCountChecks, {}));
  return (
    <Section title={t("staff.counts")}>
      <p className="mb-3 text-muted text-small">{t("staff.countsHint")}</p>
      <QueryState
        query={checks}
        loading={<Skeleton className="h-24 rounded-card" />}
        errorTitle={t("staff.loadFailed")}
      >
        {(data) => <Result checks={data.checks} />}
      </QueryState>
    </Section>
  );
}

function Result({ checks }: { readonly checks: readonly CountCheck[] }) {
  const [first] = checks;
  if (!first) return <p>{t("staff.countsUnchecked")}</p>;
  const wrong = checks.filter((check) => check.wrong > 0);
  if (wrong.length === 0) {
    return <p>{t("staff.countsRight", { when: formatRelativeTime(first.checkedAt) })}</p>;
  }
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-surface">
      {wrong.map((check) => (
        <li key={check.name} className="p-4">
          <p className="font-medium">
            <code dir="ltr" className="text-small">
              {check.name}
            </code>{" "}
            · {t("staff.countsWrong", { n: check.wrong })}
          </p>
          <ul className="text-muted text-small">
            {check.examples.map(({ id, stored, actual }) => (
              <li key={id} className="break-all">
                <bdi dir="ltr">{id}</bdi>:{" "}
                {t("staff.countsDifference", { stored: formatCount(stored), actual: formatCount(actual) })}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
