import { useQuery } from "@tanstack/react-query";
import { type SiteTextKey, siteContract } from "#shared/site/contract.ts";
import { query } from "#client/lib/api/query.ts";
import { useLanguage } from "#client/lib/i18n/language.ts";

const staleMs = 5 * 60_000;

/** A text that admins may have replaced. Its content is null for the built-in text, also after an error and without a connection. */
export function useSiteText(key: SiteTextKey) {
  const language = useLanguage();
  const { data, isLoading } = useQuery({
    ...query(siteContract.getSiteText, { params: { key, language } }),
    staleTime: staleMs,
  });
  return { content: data?.content ?? null, changedAt: data?.changedAt ?? null, isLoading };
}
