import { clsx } from "clsx";
import { Turtle, WifiOff } from "lucide-react";
import { Suspense } from "react";
import { Outlet, useLocation } from "react-router-dom";
import { useNewAccount } from "#client/features/accounts/sign-in/new-account.ts";
import { useOnline, useSlowConnection } from "#client/lib/api/connection.ts";
import { useUser } from "#client/lib/api/session.ts";
import { useIsPageLoading } from "#client/lib/hooks/lazy-page.ts";
import { useAnnouncement } from "#client/lib/hooks/page-title.ts";
import { loadMessages, t } from "#client/lib/i18n/i18n.ts";
import { keptShares } from "#client/lib/offline/kept-shares.ts";
import { useStore } from "#client/lib/store.ts";
import { IndeterminateProgress } from "#client/ui/feedback/indeterminate-progress.tsx";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";
import { BottomTabs } from "./bottom-tabs.tsx";
import { DesktopBar } from "./desktop-bar.tsx";
import { Footer } from "./footer.tsx";
import { MobileBar } from "./mobile-bar.tsx";
import { PageBoundary } from "./page-boundary.tsx";
import { SignOutQuestion } from "./sign-out/sign-out-question.tsx";

const NewAccountNotice = lazyOverlay(async () => {
  const [module] = await Promise.all([
    import("#client/features/accounts/sign-in/new-account-notice.tsx"),
    loadMessages("auth"),
  ]);
  return module.NewAccountNotice;
});

const KeptBooksLink = lazyOverlay(async () => {
  const [module] = await Promise.all([
    import("#client/features/offline/kept-books-link.tsx"),
    loadMessages("offline"),
  ]);
  return module.KeptBooksLink;
});

/** Pages that fill the window and scroll inside. */
const fixedPages: readonly string[] = ["/messages"];

export function Shell() {
  const isFixed = fixedPages.includes(useLocation().pathname);
  return (
    <div className={clsx("flex flex-col pb-dock", isFixed ? "h-dvh" : "min-h-dvh")}>
      <a
        href="#content"
        className="fixed start-2 top-2 z-70 -translate-y-20 rounded-control bg-primary px-4 py-3 text-on-primary focus:translate-y-0"
      >
        {t("shell.skipToContent")}
      </a>
      <PendingBar />
      <DesktopBar />
      <MobileBar />
      <ConnectionStatus />
      <NewAccount />
      <main
        id="content"
        tabIndex={-1}
        className={clsx(
          "mx-auto w-full max-w-page flex-1",
          isFixed ? "flex min-h-0 flex-col sm:px-6 lg:py-5" : "min-h-dvh px-4 py-6 sm:px-6 lg:py-10",
        )}
      >
        <PageBoundary>
          <Outlet />
        </PageBoundary>
      </main>
      {!isFixed && <Footer />}
      <BottomTabs />
      <Announcement />
      <SignOutQuestion />
    </div>
  );
}

/** A progress line at the top, for page loads that take noticeable time. */
function PendingBar() {
  if (!useIsPageLoading()) return null;
  return <IndeterminateProgress className="fixed top-0 z-60" delayMs={80} />;
}

function ConnectionStatus() {
  const isOnline = useOnline();
  const isSlow = useSlowConnection();
  const hasKeptBooks = useStore(keptShares).size > 0;
  const Icon = isOnline ? Turtle : WifiOff;
  return (
    <div role="status">
      {(!isOnline || isSlow) && (
        <p className="flex items-center justify-center gap-2 bg-ink px-4 py-2 text-center text-paper text-small">
          <Icon aria-hidden className="size-4 shrink-0" />
          {t(isOnline ? "shell.slow" : "shell.offline")}
          <Suspense>{!isOnline && hasKeptBooks && <KeptBooksLink />}</Suspense>
        </p>
      )}
    </div>
  );
}

function NewAccount() {
  const account = useNewAccount();
  const user = useUser();
  const isShown = account && !account.isUndone && account.email === user?.email;
  return (
    <div role="status">
      <Suspense>{isShown && <NewAccountNotice email={account.email} />}</Suspense>
    </div>
  );
}

/** Announces the new page to screen readers. */
function Announcement() {
  return (
    <div aria-live="polite" className="sr-only">
      {useAnnouncement()}
    </div>
  );
}
