import { sql } from "drizzle-orm";
import type { deliver } from "#server/features/push/service.ts";
import type { Services } from "#server/services.ts";
import { getId } from "./readers.ts";

export class CountingStub {
  readonly #counts: Uint16Array;
  readonly #sums: Float64Array;
  sent = 0;
  late = 0;

  constructor(readers: number) {
    this.#counts = new Uint16Array(readers);
    this.#sums = new Float64Array(readers);
  }

  readonly send: typeof deliver = async ({ clock }, { endpoint }, payload) => {
    const n = Number(endpoint.split("/")[5]);
    const { until, tag } = payload as { readonly until: Date; readonly tag: string };
    this.#counts[n] = (this.#counts[n] ?? 0) + 1;
    this.#sums[n] = (this.#sums[n] ?? 0) + computeWeight(until.getTime() - 90_000, tag.split(" ")[2] ?? "");
    this.sent += 1;
    if (clock() > until) this.late += 1;
    return { kind: "sent", failure: null };
  };

  /**
   * @returns users whose notifications differ from their schedule between two instants, or who received one
   * twice
   */
  async countAffected({ db }: Pick<Services, "db">, from: Date, until: Date): Promise<number> {
    let affected = 0;
    const batchSize = 50_000;
    for (let first = 0; first < this.#counts.length; first += batchSize) {
      const last = Math.min(first + batchSize, this.#counts.length) - 1;
      const { rows } = await db.execute<{ n: number; alerts: number; sum: number }>(sql`
        select n, count(p.due_at)::int as alerts,
          coalesce(sum(extract(epoch from p.due_at) / 60 * 7 + strpos('fdamis', substr(p.prayer, 1, 1))), 0)::float8 as sum
        from generate_series(${first}::int, ${last}::int) n
        left join prayer_notifications p on p.user_id = ${sql.raw(getId("n"))}
          and p.due_at > ${from.toISOString()} and p.due_at <= ${until.toISOString()}
        group by n`);
      for (const { n, alerts, sum } of rows) {
        if (this.#counts[n] !== alerts || this.#sums[n] !== sum) affected += 1;
      }
    }
    return affected;
  }
}

const computeWeight = (dueMs: number, prayer: string) =>
  (dueMs / 60_000) * 7 + "fdamis".indexOf(prayer.slice(0, 1)) + 1;
