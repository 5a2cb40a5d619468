import { PenSquare } from "lucide-react";
import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import type { User } from "#shared/accounts/user.ts";
import { ConversationId } from "#shared/messages/message.ts";
import {
  ConversationList,
  type Folder,
  useConversations,
} from "#client/features/messages/conversation-list.tsx";
import { MessageSearch } from "#client/features/messages/message-search.tsx";
import { NewConversation } from "#client/features/messages/new-conversation.tsx";
import { Thread } from "#client/features/messages/thread.tsx";
import { useMessageOutbox } from "#client/features/messages/use-message-outbox.ts";
import { ReportContent, type ReportedSubject } from "#client/features/moderation/report-content.tsx";
import { usePersonActions } from "#client/features/people/use-person-actions.tsx";
import { TogetherBanner } from "#client/features/player/index.ts";
import { useUser } from "#client/lib/api/session.ts";
import { mayLeaveForms } from "#client/lib/forms/use-unsaved-warning.ts";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { EmptyState } from "#client/ui/feedback/query-state.tsx";
import { Button, ButtonLink } from "#client/ui/forms/button.tsx";

/** `/messages`; `?c=` opens a conversation, `?to=` writes to a username */
export function MessagesPage() {
  const user = useUser();
  usePageTitle(t("shell.messages"));
  return user ? <Panes user={user} /> : null;
}

function Panes({ user }: { readonly user: User }) {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const outbox = useMessageOutbox(user.id);
  const [reported, setReported] = useState<ReportedSubject | null>(null);
  const selected = ConversationId.safeParse(params.get("c")).data ?? null;
  const to = params.get("to") ?? "";
  const isNew = params.has("new") || to !== "";
  const folder: Folder = params.get("folder") === "requests" ? "requests" : "inbox";
  const isThreadShown = selected !== null || isNew;
  const inbox = useConversations("inbox");
  const requests = inbox.first?.requestCount ?? 0;
  const getPersonActions = usePersonActions();
  return (
    <div className="grid min-h-0 flex-1 grid-rows-[minmax(0,1fr)] overflow-hidden border-line bg-surface sm:rounded-card sm:border lg:grid-cols-[22rem_1fr]">
      <section
        aria-label={t("shell.messages")}
        className={`min-h-0 flex-col gap-3 overflow-y-auto border-line p-3 lg:flex lg:border-e ${isThreadShown ? "hidden" : "flex"}`}
      >
        <div className="flex items-center justify-between gap-2">
          <h1 className="font-semibold font-title text-h3">{t("shell.messages")}</h1>
          <ButtonLink to="/messages?new=1" size="small" icon={<PenSquare aria-hidden />}>
            {t("messages.new")}
          </ButtonLink>
        </div>
        <MessageSearch>
          {(requests > 0 || folder === "requests") && (
            <div className="flex gap-2">
              {(["inbox", "requests"] as const).map((each) => (
                <Button
                  key={each}
                  size="small"
                  tone={each === folder ? "primary" : "secondary"}
                  aria-pressed={each === folder}
                  onClick={() =>
                    mayLeaveForms() &&
                    setParams(each === "requests" ? { folder: each } : {}, { replace: true })
                  }
                >
                  {each === "requests" ? t("messages.requests", { n: requests }) : t("messages.inbox")}
                </Button>
              ))}
            </div>
          )}
          <ConversationList folder={folder} selected={selected} />
        </MessageSearch>
      </section>
      <section
        aria-label={t("messages.thread")}
        className={`min-h-0 min-w-0 flex-col lg:flex ${isThreadShown ? "flex" : "hidden"}`}
      >
        {/* The heading of the list, which is hidden on narrow screens. */}
        {isThreadShown && <h1 className="sr-only lg:hidden">{t("shell.messages")}</h1>}
        {selected && <TogetherBanner key={`listening ${selected}`} conversationId={selected} />}
        {selected ? (
          <Thread
            key={selected}
            conversationId={selected}
            userId={user.id}
            outbox={outbox}
            getPersonActions={getPersonActions}
            onReport={({ id }) => setReported({ type: "message", id })}
          />
        ) : isNew ? (
          <NewConversation
            key={to}
            to={to}
            onStarted={(id) => void navigate(`/messages?c=${id}`, { replace: true })}
          />
        ) : (
          <div className="m-auto p-6">
            <EmptyState title={t("messages.choose")} hint={t("messages.chooseHint")} />
          </div>
        )}
      </section>
      {reported && <ReportContent subject={reported} onClose={() => setReported(null)} />}
    </div>
  );
}
