import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { say } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { ButtonLink } from "#client/ui/forms/button.tsx";
import { Khatam } from "#client/ui/geometric-pattern.tsx";

/** What an address that names nothing shows. */
export function NotFoundCard() {
  usePageTitle(say("shell.notFound"));
  return (
    <Card className="mx-auto mt-6 flex max-w-xl flex-col items-center gap-4 py-12 text-center">
      <Khatam className="size-16 text-accent/70" />
      <h1 className="font-semibold font-title text-h2">{say("shell.notFound")}</h1>
      <p className="text-muted">{say("shell.notFoundHint")}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <ButtonLink to="/">{say("shell.goHome")}</ButtonLink>
        <ButtonLink tone="secondary" to="/browse">
          {say("shell.browseBooks")}
        </ButtonLink>
      </div>
    </Card>
  );
}
