import { LogIn, Search } from "lucide-react";
import { useEffect } from "react";
import { NavLink } from "react-router-dom";
import { LanguageSwitch } from "#client/features/accounts/language-switch.tsx";
import { useUser } from "#client/lib/api/session.ts";
import { openOverlay } from "#client/lib/app-overlay.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Avatar } from "#client/ui/avatar.tsx";
import { Button, getButtonClassName } from "#client/ui/forms/button.tsx";
import { Sheet } from "#client/ui/overlays/sheet.tsx";
import { AppearanceButton } from "./appearance-button.tsx";
import { icons } from "./nav-icons.tsx";
import { getDrawerNavItems, getStaffNavItems, type NavItem } from "./nav-items.tsx";
import { useSignOut } from "./sign-out/use-sign-out.ts";

interface DrawerProps {
  readonly onClose: () => void;
}

export function Drawer({ onClose }: DrawerProps) {
  const user = useUser();
  const signOut = useSignOut();
  const name = user ? user.firstName || user.email || t("shell.user") : t("shell.guest");
  const staff = getStaffNavItems(user);
  useCloseOnWide(onClose);

  return (
    <Sheet title={t("shell.menu")} side="start" isOpen onClose={onClose}>
      <div className="flex items-center gap-3 border-line border-b px-5 pb-4">
        <Avatar imageUrl={user?.profileImageUrl ?? ""} name={name} className="size-12" />
        <p dir="auto" className="min-w-0 truncate font-semibold">
          {name}
        </p>
      </div>
      <div className="flex-1 p-3">
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => {
            onClose();
            openOverlay.set("palette");
          }}
          className="flex min-h-12 w-full items-center gap-3 rounded-control px-3 font-medium hover:bg-primary/10 [&_svg]:size-5.5"
        >
          <Search aria-hidden />
          {t("palette.title")}
        </button>
        <Links label={t("shell.mainNavigation")} items={getDrawerNavItems(user)} onLeave={onClose} />
        {staff.length > 0 && (
          <>
            <p className="px-3 pt-4 pb-1 font-semibold text-muted text-small">{t("shell.admin")}</p>
            <Links label={t("shell.admin")} items={staff} onLeave={onClose} />
          </>
        )}
      </div>
      <div className="flex flex-col gap-2 border-line border-t p-3">
        <div className="flex flex-wrap">
          <LanguageSwitch />
          <AppearanceButton />
        </div>
        {user ? (
          <Button
            tone="secondary"
            isWide
            icon={icons.signOut}
            onClick={() => {
              onClose();
              signOut();
            }}
          >
            {t("shell.signOut")}
          </Button>
        ) : (
          <a href="/api/login" className={getButtonClassName({ isWide: true })}>
            <LogIn aria-hidden />
            {t("common.signIn")}
          </a>
        )}
      </div>
    </Sheet>
  );
}

interface LinksProps {
  readonly label: string;
  readonly items: readonly NavItem[];
  readonly onLeave: () => void;
}

function Links({ label, items, onLeave }: LinksProps) {
  return (
    <nav aria-label={label} className="flex flex-col gap-0.5">
      {items.map(({ to, text, icon }) => (
        <NavLink
          key={to}
          to={to}
          end={to === "/"}
          onClick={onLeave}
          className="flex min-h-12 items-center gap-3 rounded-control px-3 font-medium hover:bg-primary/10 aria-[current=page]:bg-primary/10 aria-[current=page]:text-primary [&_svg]:size-5.5"
        >
          {icon}
          {t(text)}
        </NavLink>
      ))}
    </nav>
  );
}

/** Closes when a rotated tablet becomes wide enough for the desktop bar. */
function useCloseOnWide(onClose: () => void): void {
  useEffect(() => {
    const wideScreen = window.matchMedia?.("(min-width: 1024px)");
    const onChange = ({ matches }: MediaQueryListEvent) => matches && onClose();
    wideScreen?.addEventListener("change", onChange);
    return () => wideScreen?.removeEventListener("change", onChange);
  }, [onClose]);
}
