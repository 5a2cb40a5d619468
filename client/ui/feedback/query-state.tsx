import { RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { retryWhileOffline } from "#client/lib/api/connection.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { EightPointStar } from "#client/ui/geometric-pattern.tsx";
import { RequestId } from "./error-id.tsx";

interface EmptyStateProps {
  readonly title: string;
  readonly hint?: string;
  /** An action, such as a link. */
  readonly action?: ReactNode;
}

export function EmptyState({ title, hint, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-card border border-line border-dashed px-4 py-10 text-center">
      <EightPointStar className="size-14 text-accent/70" />
      <p className="font-medium">{title}</p>
      {hint && <p className="max-w-measure text-muted text-small">{hint}</p>}
      {action}
    </div>
  );
}

interface ErrorStateProps {
  readonly title?: string;
  readonly error: unknown;
  readonly onRetry: () => void;
}

export function ErrorState({ title, error, onRetry }: ErrorStateProps) {
  return (
    <div
      role="alert"
      className="flex flex-col items-center gap-3 rounded-card border border-line bg-surface px-4 py-8 text-center"
    >
      {title && <p className="font-medium">{title}</p>}
      <p className="max-w-measure text-muted text-small">{getErrorMessage(error)}</p>
      <Button tone="secondary" size="small" onClick={onRetry} icon={<RefreshCw aria-hidden />}>
        {t("common.tryAgain")}
      </Button>
      <RequestId error={error} />
    </div>
  );
}

/** The used properties of a query. */
export interface QueryResultLike<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly isError: boolean;
  readonly isPaused: boolean;
  readonly refetch: () => unknown;
}

interface QueryStateProps<Data> {
  readonly query: QueryResultLike<Data>;
  readonly loading: ReactNode;
  readonly isEmpty?: (data: Data) => boolean;
  readonly empty?: ReactNode;
  readonly errorTitle?: string;
  readonly children: (data: Data) => ReactNode;
}

export function QueryState<Data>({
  query,
  loading,
  isEmpty,
  empty,
  errorTitle,
  children,
}: QueryStateProps<Data>) {
  if (query.data !== undefined) return isEmpty?.(query.data) ? empty : children(query.data);
  if (!query.isError && !query.isPaused) return loading;
  return (
    <ErrorState
      {...(errorTitle && { title: errorTitle })}
      error={query.error}
      onRetry={() => (query.isPaused ? retryWhileOffline() : void query.refetch())}
    />
  );
}
