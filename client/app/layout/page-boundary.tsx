import { type ReactNode, Suspense } from "react";
import { useLocation } from "react-router-dom";
import { ErrorBoundary } from "#client/ui/feedback/error-boundary.tsx";
import { Spinner } from "#client/ui/feedback/spinner.tsx";
import { NotFoundCard } from "./not-found-card.tsx";

export function PageBoundary({ children }: { readonly children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary key={pathname} notFound={<NotFoundCard />}>
      <Suspense fallback={<Spinner />}>{children}</Suspense>
    </ErrorBoundary>
  );
}
