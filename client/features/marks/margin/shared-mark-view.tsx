import { Ellipsis } from "lucide-react";
import type { ReactNode } from "react";
import type { MarginCommunity } from "#shared/marks/shared-mark.ts";
import { formatRelativeTime } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Avatar } from "#client/ui/avatar.tsx";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { Menu } from "#client/ui/overlays/menu.tsx";
import { ReaderName } from "#client/ui/reader-name.tsx";
import { RichTextView } from "#client/ui/rich-text-view.tsx";
import { type GroupedMark, listCommunities } from "./group-shares.ts";
import { useSharedMarkActions } from "./use-shared-mark-actions.tsx";

interface SharedMarkViewProps {
  readonly mark: GroupedMark;
  readonly communities: readonly MarginCommunity[];
  /** Further buttons. */
  readonly children?: ReactNode;
}

/** The member who shared a mark, with the time, the communities and the note. */
export function SharedMarkView({ mark, communities, children }: SharedMarkViewProps) {
  const { person, isModerator, isMine, sharedAt, content, shares } = mark;
  const named = listCommunities(mark, communities);
  const { groups, dialog } = useSharedMarkActions(mark, named);
  return (
    <article
      aria-label={t("margin.sharedBy", { name: person.name })}
      className="flex flex-col gap-2 px-3 py-2"
    >
      <header className="flex items-center gap-2">
        <Avatar imageUrl={person.profileImageUrl ?? ""} name={person.name} className="size-9" />
        <div className="min-w-0 flex-1 text-small leading-tight">
          <p className="flex flex-wrap items-center gap-x-2">
            <ReaderName
              name={isMine ? t("margin.you") : person.name}
              username={person.hasProfile ? person.username : null}
              className="font-medium"
            />
            {isModerator && (
              <span className="rounded-full border border-primary px-2 text-badge text-primary">
                {t("margin.moderator")}
              </span>
            )}
          </p>
          <p className="flex flex-wrap gap-x-2 text-muted">
            <time dateTime={sharedAt.toISOString()}>{formatRelativeTime(sharedAt)}</time>
            {named.map(({ id, name }) => (
              <bdi key={id}>{name}</bdi>
            ))}
            {shares.some(({ state }) => state === "held") && (
              <span className="text-ink">{t("margin.held")}</span>
            )}
          </p>
        </div>
        {children}
        <Menu
          label={t("margin.actions")}
          groups={groups}
          trigger={(props) => (
            <IconButton {...props} label={t("margin.actions")} icon={<Ellipsis aria-hidden />} />
          )}
        />
      </header>
      {content.length > 0 && (
        <div dir="auto" className="wrap-anywhere text-small">
          <RichTextView content={content} />
        </div>
      )}
      {dialog}
    </article>
  );
}
