import { ChevronDown, Languages } from "lucide-react";
import { Suspense } from "react";
import { NavLink, useLocation, useNavigate } from "react-router-dom";
import type { User } from "#shared/accounts/user.ts";
import { useLanguageChoice } from "#client/features/accounts/use-language-choice.ts";
import { getBrowseUrl } from "#client/features/books/search/browse-url.ts";
import { SearchBox } from "#client/features/books/search/search-box.tsx";
import { useSession } from "#client/lib/api/session.ts";
import { getLanguageName } from "#client/lib/i18n/format.ts";
import { loadMessages, t } from "#client/lib/i18n/i18n.ts";
import { Avatar } from "#client/ui/avatar.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { ButtonLink } from "#client/ui/forms/button.tsx";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";
import { Menu } from "#client/ui/overlays/menu.tsx";
import { Logo } from "./logo.tsx";
import { icons } from "./nav-icons.tsx";
import { getAvatarMenuItems, getBrowseMenuItems, type NavItem, navItems } from "./nav-items.tsx";
import { NotificationBellSlot } from "./notification-bell-slot.tsx";
import { useSignOut } from "./sign-out/use-sign-out.ts";

const navClassName =
  "inline-flex min-h-11 items-center gap-1 rounded-control px-3 font-medium hover:bg-primary/10 aria-[current=page]:text-primary";

export function DesktopBar() {
  const { user, isLoading, isUnreachable } = useSession();
  const navigate = useNavigate();
  const hasOwnSearch = useLocation().pathname === "/browse";
  return (
    <header className="sticky top-0 z-30 hidden border-line border-b bg-paper/95 backdrop-blur lg:block">
      <div className="mx-auto flex h-16 max-w-page items-center gap-2 px-6">
        <Logo />
        <nav aria-label={t("shell.mainNavigation")} className="ms-4 flex items-center">
          <BrowseMenu isReader={user !== null} />
          {[navItems.community, ...(user || isLoading ? [navItems.library] : [])].map(({ to, text }) => (
            <NavLink key={to} to={to} className={navClassName}>
              {t(text)}
            </NavLink>
          ))}
        </nav>
        {hasOwnSearch ? null : (
          <div className="mx-4 max-w-md flex-1">
            <SearchBox onSearch={(search) => void navigate(getBrowseUrl({ search }))} />
          </div>
        )}
        <div className="ms-auto flex items-center gap-2">
          <Suspense fallback={<span className="size-11" />}>
            <PaletteButton />
          </Suspense>
          {user && <MessagesLinkSlot />}
          {user && <NotificationBellSlot />}
          {isLoading && <Skeleton className="ms-26 size-10 rounded-full" />}
          {user && <AvatarMenu user={user} />}
          {!user && !isLoading && !isUnreachable && (
            <ButtonLink tone="secondary" to="/auth">
              {t("common.signIn")}
            </ButtonLink>
          )}
        </div>
      </div>
    </header>
  );
}

const toItem = ({ to, text, icon }: NavItem) => ({ to, icon, label: t(text) });

function BrowseMenu({ isReader }: { readonly isReader: boolean }) {
  return (
    <Menu
      label={t("shell.browse")}
      groups={[getBrowseMenuItems(isReader).map(toItem)]}
      trigger={(props) => (
        <button type="button" {...props} className={navClassName}>
          {t("shell.browse")}
          <ChevronDown aria-hidden className="size-4" />
        </button>
      )}
    />
  );
}

function AvatarMenu({ user }: { readonly user: User }) {
  const signOut = useSignOut();
  const { other, choose } = useLanguageChoice();
  const name = user.firstName || user.email;
  return (
    <Menu
      label={t("shell.account")}
      groups={[
        getAvatarMenuItems(user).map(toItem),
        [
          {
            label: getLanguageName(other),
            icon: <Languages aria-hidden />,
            onSelect: () => void choose(other),
          },
        ],
        [{ label: t("shell.signOut"), icon: icons.signOut, onSelect: signOut }],
      ]}
      trigger={(props) => (
        <button
          type="button"
          {...props}
          aria-label={t("shell.accountOf", { name })}
          className="grid size-11 place-items-center rounded-full"
        >
          <Avatar imageUrl={user.profileImageUrl} name={name} />
        </button>
      )}
    />
  );
}

const PaletteButton = lazyOverlay(async () => {
  const [{ PaletteButton }] = await Promise.all([import("./palette-button.tsx"), loadMessages("palette")]);
  return PaletteButton;
});

const MessagesLink = lazyOverlay(
  async () => (await import("#client/features/messages/messages-link.tsx")).MessagesLink,
);

function MessagesLinkSlot() {
  return (
    <Suspense fallback={<span className="size-11" />}>
      <MessagesLink />
    </Suspense>
  );
}
