import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import { type HealthFinding, type HealthLevel, healthLevels } from "#shared/staff/health.ts";
import { hasText, type MessageKey, t } from "#client/lib/i18n/i18n.ts";
import { Section } from "#client/ui/section.tsx";

interface Findings {
  readonly findings: readonly HealthFinding[];
}

/** What needs attention with what to do, the worst first; then what is in order. */
export function HealthFindings({ findings }: Findings) {
  const isGood = ({ level }: HealthFinding) => level === "ok";
  const open = findings
    .filter((finding) => !isGood(finding))
    .toSorted((a, b) => healthLevels.indexOf(a.level) - healthLevels.indexOf(b.level));
  return (
    <>
      <Section title={t("health.attention")}>
        {open.length === 0 ? <p>{t("health.allGood")}</p> : <FindingList findings={open} />}
      </Section>
      <Section title={t("health.good")}>
        <FindingList findings={findings.filter(isGood)} />
      </Section>
    </>
  );
}

const icons: Readonly<Record<HealthLevel, typeof CircleCheck>> = {
  problem: CircleAlert,
  warning: TriangleAlert,
  ok: CircleCheck,
};
const colors: Readonly<Record<HealthLevel, string>> = {
  problem: "text-destructive",
  warning: "text-accent",
  ok: "text-primary",
};

function FindingList({ findings }: Findings) {
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-surface">
      {findings.map((finding) => (
        <FindingRow key={finding.code + JSON.stringify(finding.values)} finding={finding} />
      ))}
    </ul>
  );
}

function FindingRow({ finding: { level, code, values } }: { readonly finding: HealthFinding }) {
  const Icon = icons[level];
  const text = `health.${code}` as MessageKey;
  const advice = `health.${code}-advice` as MessageKey;
  return (
    <li className="flex gap-3 p-3">
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${colors[level]}`} />
      <div className="min-w-0 break-words">
        <p>
          <span className="sr-only">{t(`health.level-${level}`)}: </span>
          {/* A newer server can send codes that this page does not know. */}
          {hasText(text) ? t(text, values) : code}
        </p>
        {hasText(advice) && <p className="text-muted text-small">{t(advice, values)}</p>}
      </div>
    </li>
  );
}
