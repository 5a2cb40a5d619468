import { Headphones } from "lucide-react";
import type { TogetherSession } from "#shared/listen-together/contract.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { useJoin } from "./use-join.ts";

export function JoinBanner({ session }: { readonly session: TogetherSession }) {
  const { isJoined, isPending, join } = useJoin(session);
  const host = session.members.find(({ isHost }) => isHost);
  const name = host?.person?.name ?? t("player.togetherSomeone");
  return (
    <section
      aria-label={t("player.together")}
      className="flex items-center gap-3 border-line border-b bg-primary/5 p-3 text-small"
    >
      <Headphones aria-hidden className="size-5 shrink-0 text-primary" />
      <p className="min-w-0 flex-1">{t("player.togetherBanner", { name, title: session.title })}</p>
      {!isJoined && (
        <Button size="small" isPending={isPending} onClick={join}>
          {t("player.togetherJoin")}
        </Button>
      )}
    </section>
  );
}
