import type { ReactNode } from "react";
import type { HealthReport } from "#shared/staff/health.ts";
import { formatCount, formatDuration } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Section } from "#client/ui/section.tsx";

export function PoolUse({ pools }: Pick<HealthReport, "pools">) {
  return (
    <Section title={t("health.pools")}>
      <FigureTable
        columns={[t("health.pool"), t("health.used"), t("health.idle"), t("health.waitingRequests")]}
        rows={pools.map(({ pool, used, idle, waiting }) => [
          pool,
          formatCount(used),
          formatCount(idle),
          formatCount(waiting),
        ])}
      />
    </Section>
  );
}

export function JobCounts({ jobs }: Pick<HealthReport, "jobs">) {
  return (
    <Section title={t("health.jobsByKind")}>
      {jobs.length === 0 ? (
        <p>{t("health.noJobs")}</p>
      ) : (
        <FigureTable
          columns={[t("health.job"), t("health.state"), t("health.count"), t("health.oldest")]}
          rows={jobs.map(({ job, state, count, oldestSeconds }) => [
            job,
            t(`health.jobState-${state}`),
            formatCount(count),
            formatDuration(oldestSeconds),
          ])}
        />
      )}
    </Section>
  );
}

interface FigureTableProps {
  readonly columns: readonly string[];
  /** The first cell of each is a technical name. */
  readonly rows: readonly (readonly [string, ...string[]])[];
}

function FigureTable({ columns, rows }: FigureTableProps) {
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface">
      <table className="w-full text-small">
        <thead>
          <tr>
            {columns.map((column) => (
              <Cell key={column} as="th">
                {column}
              </Cell>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells]) => (
            <tr key={name + cells[0]} className="border-line border-t">
              <th scope="row" className="p-3 text-start font-normal">
                <code dir="ltr" className="break-all">
                  {name}
                </code>
              </th>
              {cells.map((cell, at) => (
                <Cell key={columns[at + 1]}>{cell}</Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell({ as: Tag = "td", children }: { readonly as?: "td" | "th"; readonly children: ReactNode }) {
  const scope = Tag === "th" ? { scope: "col" } : {};
  return (
    <Tag {...scope} className="p-3 text-start font-normal tabular-nums">
      {children}
    </Tag>
  );
}
