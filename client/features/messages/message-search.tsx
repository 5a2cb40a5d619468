import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link } from "react-router-dom";
import { messagesContract } from "#shared/messages/contract.ts";
import { query } from "#client/lib/api/query.ts";
import { formatRelativeTime } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { SearchField } from "#client/ui/forms/search-field.tsx";

/** Searches the user's own messages; without a search the children are shown. */
export function MessageSearch({ children }: { readonly children: ReactNode }) {
  const [search, setSearch] = useState("");
  const results = useQuery({
    ...query(messagesContract.searchMessages, { query: { search } }),
    enabled: search.trim() !== "",
  });
  return (
    <>
      <SearchField label={t("messages.search")} value={search} onSearch={setSearch} />
      {search.trim() === "" ? (
        children
      ) : (
        <ul className="flex flex-col gap-1">
          {results.data?.length === 0 && <li className="p-3 text-muted">{t("messages.nothingFound")}</li>}
          {results.data?.map(({ conversationId, number, name, excerpt, createdAt }) => (
            <li key={`${conversationId} ${number}`}>
              <Link
                to={`/messages?c=${conversationId}`}
                className="block rounded-card p-3 text-ink no-underline hover:bg-primary/5"
              >
                <span className="flex justify-between gap-2 text-small">
                  <bdi className="font-medium">{name}</bdi>
                  <time dateTime={createdAt.toISOString()} className="text-muted">
                    {formatRelativeTime(createdAt)}
                  </time>
                </span>
                <span dir="auto" className="line-clamp-2 text-muted text-small">
                  {excerpt}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
