import type { User } from "#shared/accounts/user.ts";
import type { Language } from "#shared/api/language.ts";
import { type OpdsVersion, opdsRoots } from "#shared/opds/contract.ts";
import type { GuestHttpContext } from "#server/http/api/context.ts";
import { getRequestLanguage } from "#server/http/api/request-language.ts";
import { createTranslator } from "#server/i18n/translate.ts";
import type { Services } from "#server/services.ts";

/** The reader of a feed, with its version and language. */
export interface FeedContext extends Pick<Services, "db"> {
  readonly services: Services;
  readonly user: User | null;
  /** Whether the caller may read and save positions. */
  readonly canSync: boolean;
  readonly version: OpdsVersion;
  readonly language: Language;
  readonly t: ReturnType<typeof createTranslator>;
  /** Without a slash at the end. */
  readonly origin: string;
  readonly productName: string;
  /** The absolute URL of a path below the root of the version. */
  getUrl(
    path: string,
    query?: Readonly<Record<string, string | number | boolean | null | undefined>>,
  ): string;
}

export function createFeedContext(context: GuestHttpContext, version: OpdsVersion): FeedContext {
  const { user, req, settings, db } = context;
  const language = getRequestLanguage(req);
  const [origin] = settings.origins;
  return {
    db,
    services: context,
    user,
    canSync: user !== null && (req.appToken?.scopes.includes("sync") ?? true),
    version,
    language,
    t: createTranslator(language),
    origin,
    productName: settings.productName,
    getUrl: (path, query = {}) => origin + opdsRoots[version] + path + writeQuery(query),
  };
}

function writeQuery(query: Readonly<Record<string, string | number | boolean | null | undefined>>): string {
  const fields = Object.entries(query).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, String(value)]],
  );
  return fields.length > 0 ? `?${new URLSearchParams(fields)}` : "";
}
