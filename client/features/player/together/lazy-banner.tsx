import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { listenTogetherContract } from "#shared/listen-together/contract.ts";
import type { ConversationId } from "#shared/messages/message.ts";
import { query } from "#client/lib/api/query.ts";
import { loadMessages } from "#client/lib/i18n/i18n.ts";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";

const JoinBanner = lazyOverlay(async () => {
  const [{ JoinBanner }] = await Promise.all([import("./join-banner.tsx"), loadMessages("player")]);
  return JoinBanner;
});

/** The session of a conversation, with a button that joins it; nothing without one. */
export function TogetherBanner({ conversationId }: { readonly conversationId: ConversationId }) {
  const sessions = useQuery(query(listenTogetherContract.listTogetherSessions, {}));
  const session = sessions.data?.find((each) => each.conversationId === conversationId);
  return <Suspense>{session && <JoinBanner session={session} />}</Suspense>;
}
