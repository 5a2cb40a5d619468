import { useMutation } from "@tanstack/react-query";
import type { TogetherSession } from "#shared/listen-together/contract.ts";
import { useLazyPlayer } from "#client/features/player/use-player.ts";
import { useUser } from "#client/lib/api/session.ts";
import { useStore } from "#client/lib/store.ts";
import { joinListeningTogether } from "./together-controller.ts";
import { togetherState } from "./together-state.ts";

export function useJoin(session: TogetherSession) {
  const player = useLazyPlayer();
  const joined = useStore(togetherState).session;
  const userId = useUser()?.id;
  const mutation = useMutation({
    mutationFn: async () => userId && joinListeningTogether(player(), session, userId),
  });
  return {
    isJoined: joined?.id === session.id,
    isPending: mutation.isPending,
    join: () => mutation.mutate(),
  };
}
