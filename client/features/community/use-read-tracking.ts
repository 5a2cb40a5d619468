import { type RefObject, useEffect, useRef } from "react";
import { call } from "#shared/api/http-client.ts";
import type { DiscussionId } from "#shared/community/discussion.ts";
import { discussionsContract } from "#shared/community/discussions-contract.ts";

const debounceMs = 800;

/** Saves the number of the last post that was in view. */
export function useReadTracking(
  discussionId: DiscussionId,
  list: RefObject<HTMLElement | null>,
  numbers: readonly number[],
  { isEnabled, onSeen }: { readonly isEnabled: boolean; readonly onSeen: (number: number) => void },
): void {
  const lastReported = useRef(-1);
  const latestOnSeen = useRef(onSeen);
  latestOnSeen.current = onSeen;
  const visibleNumbers = numbers.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: observes the posts that are there.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver((entries) => {
      const inView = entries
        .filter(({ isIntersecting }) => isIntersecting)
        .map(({ target }) => Number((target as HTMLElement).dataset["number"]));
      const number = Math.max(-1, ...inView);
      if (number <= lastReported.current) return;
      lastReported.current = number;
      latestOnSeen.current(number);
      if (!isEnabled) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        call(discussionsContract.markDiscussionRead, { params: { discussionId }, body: { number } }).catch(
          () => undefined,
        );
      }, debounceMs);
    });
    for (const post of list.current?.querySelectorAll("[data-number]") ?? []) observer.observe(post);
    return () => {
      observer.disconnect();
    };
  }, [visibleNumbers, discussionId, isEnabled]);
}
