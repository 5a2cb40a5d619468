/** A limit, and a better value that is not required. */
export type Goal = `${"≤" | "≥" | "="} ${number}` | `${"≤" | "≥"} ${number}, target ${number}`;

/** Without a goal a figure is for comparison only. */
export type Figure = readonly [name: string, value: number, unit?: string, goal?: Goal | undefined];

/** Collects the figures of all sections, and prints them as they come. */
export class Report {
  readonly metrics: {
    section: string;
    name: string;
    value: number;
    unit: string;
    goal: string;
    verdict: string;
  }[] = [];
  readonly notes: { readonly section: string; readonly text: string }[] = [];

  add(section: string, [name, value, unit = "", goal]: Figure): void {
    const verdict = goal ? getVerdict(value, goal) : "";
    this.metrics.push({ section, name, value, unit, goal: goal ?? "", verdict });
    log(`    ${name}: ${formatValue(value)} ${unit} ${goal ?? ""} ${verdict}`.trimEnd());
  }

  note(section: string, text: string): void {
    this.notes.push({ section, text });
    log(`    ${text}`);
  }

  printTable(): void {
    console.table(this.metrics.map((each) => ({ ...each, value: formatValue(each.value) })));
    for (const { section, text } of this.notes) console.log(`${section}: ${text}`);
  }
}

export const log = (text: string) => void process.stderr.write(`${text}\n`);

function getVerdict(value: number, goal: Goal): string {
  const [sign = "", limit, , target] = goal.split(/,? /);
  const meets = (bound: string | undefined) =>
    ({ "≤": value <= Number(bound), "≥": value >= Number(bound) })[sign] ?? value === Number(bound);
  if (!meets(limit)) return "missed";
  return target === undefined || meets(target) ? "met" : "met, target missed";
}

function formatValue(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString("en");
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}
