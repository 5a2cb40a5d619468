import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Play } from "lucide-react";
import { Suspense, useState } from "react";
import { preferBooksIn } from "#shared/books/language.ts";
import { type DemoPassage, readerContract } from "#shared/reader/contract.ts";
import { query } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { getPageLanguage } from "#client/lib/i18n/page-language.ts";
import { Cover } from "#client/ui/books/cover.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Button, ButtonLink } from "#client/ui/forms/button.tsx";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";

const load = async () => (await import("./preview-playback.tsx")).PreviewPlayback;
const PreviewPlayback = lazyOverlay(load);

/** A page of the demo book with read-along. Renders nothing without such a book. */
export function ReadAlongPreview() {
  const { data: passage, isLoading } = useQuery(
    query(readerContract.getDemoPassage, { query: preferBooksIn(getPageLanguage()) }),
  );
  if (isLoading) return <Skeleton className="mt-10 h-96 rounded-card lg:h-72" />;
  return passage ? <Preview passage={passage} /> : null;
}

function Preview({ passage }: { readonly passage: DemoPassage }) {
  const { book, sentences } = passage;
  const [isRequested, setRequested] = useState(false);
  const [current, setCurrent] = useState<string | null>(sentences[0]?.id ?? null);
  const play = (
    <Button
      icon={<Play aria-hidden />}
      aria-busy={isRequested || undefined}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setRequested(true)}
    >
      {t("landing.previewPlay")}
    </Button>
  );
  return (
    <section
      aria-labelledby="read-along-preview"
      className="mt-10 grid items-center gap-6 rounded-card border border-line bg-surface p-5 sm:p-8 lg:grid-cols-[1fr_1.4fr] lg:gap-12"
    >
      <div className="flex flex-col items-start gap-4">
        <h2 id="read-along-preview" className="text-balance font-semibold font-title text-h2">
          {t("landing.previewTitle")}
        </h2>
        <p className="text-muted">{t("landing.previewText")}</p>
        <div className="flex flex-wrap gap-3">
          {isRequested ? (
            <Suspense fallback={play}>
              <PreviewPlayback
                passage={passage}
                onSentence={setCurrent}
                onLoadError={() => setRequested(false)}
              />
            </Suspense>
          ) : (
            play
          )}
          <ButtonLink tone="quiet" to="/whisper-sync-demo">
            {t("landing.previewOpen")}
          </ButtonLink>
        </div>
      </div>
      <figure
        aria-label={t("landing.previewPassage", { title: book.title })}
        className="flex gap-4 rounded-card border border-line bg-paper p-5 shadow-sm sm:p-6"
      >
        <div className="w-20 shrink-0 max-sm:hidden">
          <Cover book={book} sizes="80px" />
        </div>
        <div className="min-w-0">
          <p lang={book.language} dir="auto" className="font-serif text-lead leading-relaxed">
            {sentences.map(({ id, text }) => (
              <span
                key={id}
                className={clsx(
                  "rounded-sm box-decoration-clone transition-colors",
                  id === current && "bg-accent/25",
                )}
              >
                {text}{" "}
              </span>
            ))}
          </p>
          <figcaption dir="auto" className="mt-3 text-muted text-small">
            {[book.title, book.author].filter(Boolean).join(" · ")}
          </figcaption>
        </div>
      </figure>
    </section>
  );
}
