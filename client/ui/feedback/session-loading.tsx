import { useQuery } from "@tanstack/react-query";
import { useOnline } from "#client/lib/api/connection.ts";
import { sessionQuery } from "#client/lib/api/session.ts";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { QueryState } from "./query-state.tsx";
import { Spinner } from "./spinner.tsx";

export function SessionLoading() {
  usePageTitle(t("ui.waitingForServer"));
  const session = useQuery({ ...sessionQuery, retryOnMount: false });
  const isOnline = useOnline();
  return (
    <section className="mx-auto flex max-w-xl flex-col gap-4 py-10">
      <h1 className="text-center font-semibold font-title text-h3">{t("ui.waitingForServer")}</h1>
      <QueryState query={session} loading={<Spinner />}>
        {() => null}
      </QueryState>
      {!isOnline && <p className="text-center text-muted text-small">{t("ui.opensWhenOnline")}</p>}
    </section>
  );
}
