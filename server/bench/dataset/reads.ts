import type { UserId } from "#shared/accounts/user.ts";
import type { RouteContract } from "#shared/api/contract.ts";
import type { Bench } from "#server/bench/core/bench.ts";
import { describedFeatures } from "#server/features/system/contracts.ts";

/** A kind of request, with the paths of the readers who have something to ask for. */
export interface Read {
  readonly name: string;
  readonly isForStaff: boolean;
  readonly paths: readonly { readonly path: string; readonly reader: number }[];
}

type Values = Readonly<Record<string, string>>;

/** What a reader asks for: mostly what is theirs. */
const selectValues = `select b.id as "bookId", b.author, b.genre, split_part(b.title, ' ', 1) as word,
    bc.contributor_id as "contributorId", m.community_id as "communityId", d.id as "discussionId",
    (select id from posts p where p.discussion_id = d.id order by number desc limit 1) as "postId",
    (select conversation_id from conversation_members c where c.user_id = u.id limit 1) as "conversationId",
    (select id from marks k where k.user_id = u.id limit 1) as "markId",
    (select id from reviews r where r.book_id = b.id limit 1) as "reviewId",
    f.followed_id as "userId", o.username, split_part(o.first_name, ' ', 1) as name
  from users u join library_entries e on e.user_id = u.id and e.started_at is not null join books b on b.id = e.book_id
  left join book_contributors bc on bc.book_id = b.id
  left join community_members m on m.user_id = u.id left join discussions d on d.community_id = m.community_id
  join user_follows f on f.user_id = u.id join users o on o.id = f.followed_id
  where u.id = $1 order by b.popularity desc, d.active_at desc limit 1`;

const commonWords = ["محمد", "quran", "كتاب", "history", "علم", "garden"];
const today = new Date().toISOString().slice(0, 10);
const monthAgo = new Date(Date.now() - 30 * 24 * 3_600_000).toISOString().slice(0, 10);
/** The same for all readers. */
const common: Values = {
  ...{ language: "ar", isFree: "true", isFeatured: "true", tag: "tag 1", zone: "Asia/Riyadh" },
  ...{ calendar: "gregorian", year: "2026", from: monthAgo, to: today, weekStart: "6", since: "0" },
  ...{ before: "5", after: "5", kind: "friends" },
};

interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, { readonly _zod: { readonly def: Definition } }>>;
  readonly entries?: Values;
  readonly innerType?: { readonly _zod: { readonly def: Definition } };
  /** What a codec decodes. */
  readonly in?: { readonly _zod: { readonly def: Definition } };
  readonly format?: string;
}

/** The value itself, or the name of a value that each reader has. */
type Choice = { readonly literal: string } | { readonly value: string };

function listChoices({ entries, innerType, in: source }: Definition, name: string): Choice[] {
  if (innerType) return listChoices(innerType._zod.def, name);
  if (source?._zod.def.format === "datetime") return [{ literal: new Date(monthAgo).toISOString() }];
  if (entries) return Object.values(entries).map((literal) => ({ literal }));
  return name === "search" ? [{ value: "common word" }, { value: "word" }] : [{ value: name }];
}

/** Every JSON route that reads, by itself and with each value of each parameter of its query. */
export async function listReads(bench: Bench, readers: readonly UserId[]): Promise<Read[]> {
  const values: Values[] = [];
  for (const [n, id] of readers.entries()) {
    const [own = {}] = await bench.sql<Values>(selectValues, [id]);
    const known = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== null));
    values.push({ ...common, ...known, "common word": commonWords[n % commonWords.length] ?? "" });
  }
  const contracts = describedFeatures.flatMap(({ contracts }) =>
    Object.values<RouteContract>(contracts ?? {}),
  );
  return contracts.filter(isMeasured).flatMap((contract) => listVariants(contract, values));
}

/** Not those that read whole tables because an employee asks for an exact number. */
const isMeasured = ({ method, path }: RouteContract) =>
  method === "GET" && /^\/api\/(?!admin\/(emails\/|books\/count$|site-figures$))/.test(path);

function listVariants({ path, query, access }: RouteContract, values: readonly Values[]): Read[] {
  const fields = Object.entries((query?._zod.def as unknown as Definition | undefined)?.shape ?? {});
  const required = fields.filter(([, field]) => field._zod.def.type !== "optional");
  const variants = fields
    .filter(([name]) => name !== "cursor" && name !== "limit")
    .flatMap(([name, { _zod }]) => listChoices(_zod.def, name).map((choice) => [name, choice] as const));
  const isForStaff = access !== "guest" && access !== "reader";
  const base = required.length === 0 ? [undefined] : [];
  return [...base, ...variants].map((variant) => {
    const given = new Map(required.map(([name, { _zod }]) => [name, listChoices(_zod.def, name)[0]]));
    if (variant) given.set(...variant);
    const write = (toText: (choice: Choice) => string) =>
      [...given].map(([name, choice]) => choice && `${name}=${toText(choice)}`).join("&");
    const label = write((choice) => ("literal" in choice ? choice.literal : `(${choice.value})`));
    const paths = values.flatMap((own, reader) => {
      let isKnown = true;
      const get = (name: string) => {
        isKnown &&= name in own;
        return encodeURIComponent(own[name] ?? "");
      };
      const asked = write((choice) => ("literal" in choice ? choice.literal : get(choice.value)));
      const filled = path.replace(/:(\w+)/g, (_, name: string) => get(name));
      return isKnown ? [{ path: filled + (asked && `?${asked}`), reader }] : [];
    });
    return { name: path + (label && `?${label}`), isForStaff, paths };
  });
}
