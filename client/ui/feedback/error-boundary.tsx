import { Component, type ReactNode, useLayoutEffect } from "react";
import { isReconnecting } from "#client/lib/api/connection.ts";
import { getRequestId } from "#client/lib/api/error-message.ts";
import { PageLoadError } from "#client/lib/hooks/lazy-page.ts";
import { PageNotFoundError } from "#client/lib/hooks/route-params.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { ErrorId } from "./error-id.tsx";
import { ErrorState } from "./query-state.tsx";

interface ErrorBoundaryProps {
  /** The heading becomes "<name> Error". */
  readonly name?: string;
  /** Shown instead for missing pages. */
  readonly notFound?: ReactNode;
  readonly children: ReactNode;
}

interface Failure {
  readonly error: unknown;
  readonly id: string;
}

/** Limits an error to one part of the page. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly failure: Failure | null }> {
  override state: { readonly failure: Failure | null } = { failure: null };

  static getDerivedStateFromError(error: unknown) {
    const id = getRequestId(error) ?? Math.random().toString(36).slice(2, 10).toUpperCase();
    return { failure: { error, id } };
  }

  override render() {
    const { failure } = this.state;
    const { name, notFound, children } = this.props;
    if (!failure) return children;
    if (failure.error instanceof PageNotFoundError && notFound) return notFound;
    const onRetry = () => {
      if (failure.error instanceof PageLoadError) failure.error.retry();
      this.setState({ failure: null });
    };
    if (failure.error instanceof PageLoadError)
      return <PageLoadFailure error={failure.error} onRetry={onRetry} />;
    return <FailureCard {...(name && { name })} id={failure.id} onRetry={onRetry} />;
  }
}

const reconnectRetryMs = 1_000;

function PageLoadFailure({
  error,
  onRetry,
}: {
  readonly error: PageLoadError;
  readonly onRetry: () => void;
}) {
  useLayoutEffect(() => {
    window.addEventListener("online", onRetry);
    const retry = isReconnecting() ? setTimeout(onRetry, reconnectRetryMs) : undefined;
    return () => {
      window.removeEventListener("online", onRetry);
      clearTimeout(retry);
    };
  });
  return (
    <section className="mx-auto flex max-w-xl flex-col gap-4 py-10">
      <h1 className="text-center font-semibold font-title text-h3">{t("ui.pageLoadFailed")}</h1>
      <ErrorState error={error} onRetry={onRetry} />
    </section>
  );
}

interface FailureCardProps {
  readonly name?: string;
  readonly id: string;
  /** The heading level; 1 for the main heading. */
  readonly headingLevel?: 1 | 3;
  readonly onRetry: () => void;
}

export function FailureCard({ name, id, headingLevel = 1, onRetry }: FailureCardProps) {
  const Heading = headingLevel === 1 ? "h1" : "h3";
  return (
    <div role="alert" className="mx-auto max-w-xl p-4">
      <Card className="flex flex-col gap-4">
        <Heading className="font-semibold font-title text-h3">
          {name ? t("ui.sectionFailed", { name }) : t("ui.somethingWentWrong")}
        </Heading>
        <p className="text-muted">{t("ui.unexpectedError")}</p>
        <ErrorId id={id} />
        <div className="flex flex-wrap gap-2">
          <Button onClick={onRetry}>{t("common.tryAgain")}</Button>
          <Button tone="secondary" onClick={() => location.reload()}>
            {t("common.refreshPage")}
          </Button>
        </div>
      </Card>
    </div>
  );
}
