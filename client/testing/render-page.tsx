import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import userEvent, { PointerEventsCheckLevel } from "@testing-library/user-event";
import { type ReactNode, useLayoutEffect } from "react";
import { MemoryRouter, useLocation } from "react-router-dom";
import { createQueryClient } from "#client/app/query-client.ts";
import { Toaster } from "#client/ui/overlays/toaster.tsx";

/** The query cache of the app, which does not lead to the sign-in page. */
export const createTestQueryClient = (): QueryClient => createQueryClient(() => undefined);

/** Renders a screen with the query cache, router and messages of the app. */
export function renderPage(
  page: ReactNode,
  {
    at = "/",
    client = createTestQueryClient(),
  }: { readonly at?: string; readonly client?: QueryClient } = {},
) {
  let url = at;
  const rendered = render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[at]}>
        {page}
        <UrlObserver
          onUrl={(newUrl) => {
            url = newUrl;
          }}
        />
      </MemoryRouter>
      <Toaster />
    </QueryClientProvider>,
  );
  return {
    ...rendered,
    client,
    // jsdom applies no style sheets, so it does not know which element is on top.
    user: userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never }),
    url: () => url,
  };
}

function UrlObserver({ onUrl }: { readonly onUrl: (url: string) => void }) {
  const { pathname, search } = useLocation();
  // Set before the first paint.
  useLayoutEffect(() => onUrl(pathname + search));
  return null;
}
