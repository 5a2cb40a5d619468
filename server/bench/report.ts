import type { Goal, Report } from "./section.ts";

export interface Metric {
  readonly section: string;
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly goal?: Goal;
  readonly verdict: Verdict;
}

export type Verdict = "met" | "met, target missed" | "missed" | "";

/** Collects the metrics of all sections. */
export class ReportCollector {
  readonly metrics: Metric[] = [];
  readonly notes: { readonly section: string; readonly text: string }[] = [];

  /** The report of one section. */
  startSection(section: string): Report {
    return {
      metric: (name, value, unit, goal) => {
        const verdict = getVerdict(value, goal);
        this.metrics.push({ section, name, value, unit, verdict, ...(goal && { goal }) });
        process.stderr.write(
          `    ${name}: ${formatValue(value)} ${unit} ${formatGoal(goal)} ${verdict}`.trimEnd(),
        );
        process.stderr.write("\n");
      },
      note: (text) => {
        this.notes.push({ section, text });
        process.stderr.write(`    ${text}\n`);
      },
      step: (text) => void process.stderr.write(`  ${section}: ${text}\n`),
    };
  }

  formatTable(): string {
    const rows = this.metrics.map(({ section, name, value, unit, goal, verdict }) => [
      section,
      name,
      `${formatValue(value)} ${unit}`.trim(),
      formatGoal(goal),
      verdict,
    ]);
    const all = [["section", "what", "measured", "goal", "verdict"], ...rows];
    const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
    const lines = all.map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
    return [...lines, ...this.notes.map(({ section, text }) => `${section}: ${text}`)].join("\n");
  }
}

export function getVerdict(value: number, goal: Goal | undefined): Verdict {
  if (!goal) return "";
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, target } = goal;
  if (!(value >= min && value <= max)) return "missed";
  if (target === undefined) return "met";
  return (goal.min === undefined ? value <= target : value >= target) ? "met" : "met, target missed";
}

function formatGoal(goal: Goal | undefined): string {
  if (!goal) return "";
  const { min, max, target } = goal;
  const limits = [min === undefined ? "" : `≥ ${min}`, max === undefined ? "" : `≤ ${max}`];
  return `${limits.filter(Boolean).join(", ")}${target === undefined ? "" : ` (target ${target})`}`;
}

function formatValue(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString("en");
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}
