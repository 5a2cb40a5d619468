import { Headphones } from "lucide-react";
import { Suspense, useState } from "react";
import type { Book } from "#shared/books/book.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";

const load = async () => (await import("./sample-playing.tsx")).SamplePlaying;
const SamplePlaying = lazyOverlay(load);

export function SampleButton({ book }: { readonly book: Pick<Book, "id" | "title"> }) {
  const [isRequested, setRequested] = useState(false);
  const idle = (
    <Button
      tone="secondary"
      icon={<Headphones aria-hidden />}
      aria-busy={isRequested || undefined}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setRequested(true)}
    >
      {t("landing.listenToSample")}
      <span className="sr-only">: {book.title}</span>
    </Button>
  );
  if (!isRequested) return idle;
  return (
    <Suspense fallback={idle}>
      <SamplePlaying book={book} onLoadError={() => setRequested(false)} />
    </Suspense>
  );
}
