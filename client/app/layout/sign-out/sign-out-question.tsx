import { Suspense } from "react";
import { useStore } from "#client/lib/store.ts";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";
import { loadUnsentDialog, unsentQuestion } from "./unsent-question.ts";

const UnsentDialog = lazyOverlay(loadUnsentDialog);

export function SignOutQuestion() {
  const question = useStore(unsentQuestion);
  return (
    <Suspense>
      {question && (
        <UnsentDialog
          count={question.count}
          isReachable={question.isReachable}
          onAnswer={question.answer}
          onLoadError={() => question.answer(false)}
        />
      )}
    </Suspense>
  );
}
