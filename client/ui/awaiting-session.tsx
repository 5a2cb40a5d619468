import { useQuery } from "@tanstack/react-query";
import { useOnline } from "#client/lib/connection.ts";
import { usePageTitle } from "#client/lib/page-title.ts";
import { sessionQuery } from "#client/lib/session.ts";
import { say } from "#client/lib/words.ts";
import { Faces } from "./faces.tsx";
import { Spinner } from "./spinner.tsx";

/** Stands for a screen that is one person's own while nobody can say who this is, and gives way to it by itself. */
export function AwaitingSession() {
  usePageTitle(say("ui.awaitingLibrary"));
  // Asked by whoever shows this, which a new failure shows anew.
  const session = useQuery({ ...sessionQuery, retryOnMount: false });
  const isOnline = useOnline();
  return (
    <section className="mx-auto flex max-w-xl flex-col gap-4 py-10">
      <h1 className="text-center font-semibold font-title text-h3">{say("ui.awaitingLibrary")}</h1>
      <Faces of={session} loading={<Spinner />}>
        {() => null}
      </Faces>
      {!isOnline && <p className="text-center text-muted text-small">{say("ui.opensItself")}</p>}
    </section>
  );
}
