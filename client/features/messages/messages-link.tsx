import { useQuery } from "@tanstack/react-query";
import { MessageCircle } from "lucide-react";
import { NavLink } from "react-router-dom";
import { messagesContract } from "#shared/messages/contract.ts";
import { query } from "#client/lib/api/query.ts";
import { formatCount } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { CountBadge } from "#client/ui/count-badge.tsx";
import { Tooltip } from "#client/ui/overlays/tooltip.tsx";

/** A link to the messages with the number of unread conversations. */
export function MessagesLink() {
  const { data } = useQuery(query(messagesContract.countUnread, {}));
  const unread = data?.count ?? 0;
  const label = unread > 0 ? `${t("shell.messages")} (${formatCount(unread)})` : t("shell.messages");
  return (
    <Tooltip label={label}>
      <NavLink
        to="/messages"
        aria-label={label}
        className="relative grid size-11 shrink-0 place-items-center rounded-control text-ink transition-colors hover:bg-primary/10 aria-[current=page]:text-primary [&_svg]:size-5.5"
      >
        <MessageCircle aria-hidden />
        <CountBadge count={unread} />
      </NavLink>
    </Tooltip>
  );
}
