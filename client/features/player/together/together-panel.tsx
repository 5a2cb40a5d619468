import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import {
  listenTogetherContract,
  type TogetherMember,
  type TogetherSession,
} from "#shared/listen-together/contract.ts";
import { usePlayerState } from "#client/features/player/use-player.ts";
import { query } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { useStore } from "#client/lib/store.ts";
import { Avatar } from "#client/ui/avatar.tsx";
import { Button, getButtonClassName } from "#client/ui/forms/button.tsx";
import { InvitePanel } from "./invite-panel.tsx";
import { leaveListeningTogether } from "./together-controller.ts";
import { togetherState } from "./together-state.ts";
import { useJoin } from "./use-join.ts";

interface TogetherPanelProps {
  readonly onNavigate: () => void;
}

export function TogetherPanel({ onNavigate }: TogetherPanelProps) {
  const { session } = useStore(togetherState);
  const isWhole = usePlayerState(({ playlist }) => playlist?.portion === "whole");
  return (
    <section aria-label={t("player.together")} className="flex flex-col gap-4">
      {session ? (
        <CurrentSession session={session} onNavigate={onNavigate} />
      ) : (
        <>
          <OpenSessions />
          {isWhole ? <InvitePanel /> : <p className="text-muted">{t("player.togetherNeedsWhole")}</p>}
        </>
      )}
    </section>
  );
}

interface CurrentSessionProps extends TogetherPanelProps {
  readonly session: TogetherSession;
}

function CurrentSession({ session, onNavigate }: CurrentSessionProps) {
  const isHost = session.members.some((member) => member.isMe && member.isHost);
  return (
    <>
      <h3 className="font-medium">{t("player.togetherListeners")}</h3>
      <ul className="flex flex-col gap-2">
        {session.members.map((member, index) => (
          <li key={member.person?.id ?? index}>
            <MemberRow member={member} isHostPlaying={session.playback.isPlaying} />
          </li>
        ))}
      </ul>
      <p className="text-muted text-small">
        {t(isHost ? "player.togetherHostHint" : "player.togetherGuestHint")}
      </p>
      <div className="flex flex-wrap gap-2">
        <Link
          to={`/messages?c=${session.conversationId}`}
          onClick={onNavigate}
          className={getButtonClassName({ tone: "secondary", size: "small" })}
        >
          {t("player.togetherChat")}
        </Link>
        <Button size="small" tone="quiet" onClick={() => void leaveListeningTogether()}>
          {t("player.togetherLeave")}
        </Button>
      </div>
    </>
  );
}

interface MemberRowProps {
  readonly member: TogetherMember;
  readonly isHostPlaying: boolean;
}

function MemberRow({ member: { person, isHost, isMe, status }, isHostPlaying }: MemberRowProps) {
  const name = person?.name ?? t("player.togetherSomeone");
  const roles = [isHost && t("player.togetherHost"), isMe && t("player.togetherYou")].filter(Boolean);
  return (
    <span className="flex min-h-11 items-center gap-3">
      <Avatar imageUrl={person?.profileImageUrl ?? ""} name={name} />
      <span className="min-w-0 flex-1">
        <bdi className="block truncate font-medium">{name}</bdi>
        {roles.length > 0 && <span className="block text-muted text-small">{roles.join(" · ")}</span>}
      </span>
      <span className="text-muted text-small">{getStatusText(status, isHostPlaying)}</span>
    </span>
  );
}

/** Nothing for members who listen, and while all are paused with the host. */
function getStatusText(status: TogetherMember["status"], isHostPlaying: boolean): string {
  if (status === "away") return t("player.togetherAway");
  if (status === "buffering") return t("player.togetherBuffering");
  return status === "paused" && isHostPlaying ? t("player.togetherPaused") : "";
}

function OpenSessions() {
  const sessions = useQuery(query(listenTogetherContract.listTogetherSessions, {}));
  if (!sessions.data?.length) return null;
  return (
    <>
      <h3 className="font-medium">{t("player.togetherNow")}</h3>
      <ul className="flex flex-col gap-2">
        {sessions.data.map((session) => (
          <li key={session.id}>
            <OpenSession session={session} />
          </li>
        ))}
      </ul>
    </>
  );
}

function OpenSession({ session }: { readonly session: TogetherSession }) {
  const { isPending, join } = useJoin(session);
  const host = session.members.find(({ isHost }) => isHost);
  return (
    <div className="flex items-center gap-3">
      <span className="min-w-0 flex-1">
        <bdi className="block truncate font-medium">{session.title}</bdi>
        <bdi className="block truncate text-muted text-small">
          {host?.person?.name ?? t("player.togetherSomeone")}
        </bdi>
      </span>
      <Button
        size="small"
        aria-label={t("player.togetherJoinBook", { title: session.title })}
        isPending={isPending}
        onClick={join}
      >
        {t("player.togetherJoin")}
      </Button>
    </div>
  );
}
