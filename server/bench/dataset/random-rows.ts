import { getId } from "#server/bench/catalogue/copy.ts";
import { size } from "#server/bench/core/load.ts";

/** Rows of the temporary table `texts`. */
export const textCount = size(10_000, 2_000);
export const days = 1_000;
export const now = new Date().toISOString();

export const getReaderId = (n: number) => getId("1", n);

// What follows makes SQL of numbers that are SQL themselves.

/** As `getId`. */
export const toId = (kind: string, n: string) =>
  `('${kind}0000000-0000-4000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
export const toReader = (n: string) => toId("1", n);

let seed = 0;

/** From 0 to 1, by a number: each use of the function has random numbers of its own, the same in every run. */
export const random = (n: string) =>
  `((hashint8extended(${n}, ${++seed}) & 2147483647) / 2147483648::float8)`;
export const pick = (count: number | string, n: string) => `floor(${random(n)} * ${count})::int`;

/** The first ones are drawn more often, the less so the larger the offset. */
export const draw = (count: number, n: string, offset = 1) =>
  `floor((sqrt(${offset}) + ${random(n)} * (sqrt(${count + offset}) - sqrt(${offset}))) ^ 2 - ${offset})::int`;
export const drawReader = (readers: number, n: string) => draw(readers, n, 50);

/** Rows with a `rank` from 0 and a different `reader` for each `n`; `size` is how many an `n` has. */
export const drawReaders = (readers: number, groups: number, wanted: string) =>
  `select n, rank, reader, count(*) over (partition by n)::int as size from (
    select n, reader, wanted, row_number() over (partition by n order by k) - 1 as rank from (
      select distinct on (n, reader) * from (
        select n, k, wanted, ${drawReader(readers, "n * 16384::bigint + k")} as reader
        from (select n, ${wanted} as wanted from ${count(groups)}) g, generate_series(1, wanted + 4) k
      ) drawn order by n, reader, k
    ) different
  ) ranked where rank < wanted`;

export const count = (to: number) => `generate_series(0, ${to - 1}) n`;
export const ago = (daysAgo: string) => `timestamptz '${now}' - (${daysAgo}) * interval '1 day'`;
export const firstTime = ago(`${days}`);
/** The time of one of some rows that happened one after the other. */
export const toTime = (n: string, total: number) => ago(`${days} * (1 - ${n} / ${total}::float8)`);
export const anyTime = (n: string) => ago(`${days} * ${random(n)}`);

/** Random rows of `texts`, or of its alias. */
export const joinTexts = (n: string, alias = "texts") =>
  `join texts ${alias} on ${alias}.text_id = ${pick(textCount, n)}`;
