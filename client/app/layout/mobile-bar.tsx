import { Menu as MenuIcon, Search, X } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router-dom";
import { getBrowseUrl } from "#client/features/books/search/browse-url.ts";
import { SearchBox } from "#client/features/books/search/search-box.tsx";
import { useSession } from "#client/lib/api/session.ts";
import { loadMessages, t } from "#client/lib/i18n/i18n.ts";
import { getProductName } from "#client/lib/product.ts";
import { ButtonLink } from "#client/ui/forms/button.tsx";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { EightPointStar } from "#client/ui/geometric-pattern.tsx";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";
import { mobileBarTitles } from "./nav-items.tsx";
import { NotificationBellSlot } from "./notification-bell-slot.tsx";

const loadDrawer = async () => {
  const [{ Drawer }] = await Promise.all([import("./drawer.tsx"), loadMessages("palette")]);
  return Drawer;
};
const Drawer = lazyOverlay(loadDrawer);

export function MobileBar() {
  const { user, isLoading, isUnreachable } = useSession();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const [isSearching, setSearching] = useState(false);
  const searchToggle = useRef<HTMLButtonElement>(null);
  const closeSearch = () => {
    setSearching(false);
    searchToggle.current?.focus();
  };

  return (
    <header className="sticky top-0 z-30 border-line border-b bg-paper/95 pt-[env(safe-area-inset-top)] backdrop-blur lg:hidden">
      <div className="flex h-14 items-center gap-1 px-1.5 max-[24rem]:gap-0 max-[24rem]:px-1">
        <IconButton
          label={t("shell.menu")}
          icon={<MenuIcon aria-hidden />}
          aria-expanded={isDrawerOpen}
          onPointerEnter={() => void loadDrawer()}
          onClick={() => setDrawerOpen(true)}
        />
        <Link
          to="/"
          aria-label={t("shell.home")}
          className="grid size-11 shrink-0 place-items-center rounded-control max-[24rem]:w-9"
        >
          <EightPointStar className="stroke-3 size-6 text-accent" />
        </Link>
        <span className="min-w-0 flex-1 truncate font-semibold font-title text-lead max-[24rem]:text-body">
          {getBarTitle(pathname)}
        </span>
        <IconButton
          ref={searchToggle}
          label={t(isSearching ? "shell.closeSearch" : "shell.search")}
          icon={isSearching ? <X aria-hidden /> : <Search aria-hidden />}
          aria-expanded={isSearching}
          onClick={() => setSearching(!isSearching)}
        />
        {user ? <NotificationBellSlot /> : isLoading && <span className="size-11 shrink-0" />}
        {!user && !isLoading && !isUnreachable && (
          <ButtonLink tone="secondary" size="small" to="/auth" className="me-2 shrink-0 max-[24rem]:px-2">
            {t("common.signIn")}
          </ButtonLink>
        )}
      </div>
      {isSearching && (
        <div className="px-3 pb-3">
          <SearchBox
            hasAutoFocus
            onClose={closeSearch}
            onSearch={(search) => void navigate(getBrowseUrl({ search }))}
          />
        </div>
      )}
      <Suspense>{isDrawerOpen && <Drawer onClose={() => setDrawerOpen(false)} />}</Suspense>
    </header>
  );
}

export function getBarTitle(pathname: string): string {
  const title = mobileBarTitles.find(
    ({ pathPrefix }) => pathname === pathPrefix || pathname.startsWith(`${pathPrefix}/`),
  );
  return title ? t(title.text) : getProductName();
}
