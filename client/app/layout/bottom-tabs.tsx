import { NavLink, useLocation } from "react-router-dom";
import { useSession } from "#client/lib/api/session.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { getTabNavItems } from "./nav-items.tsx";

export function BottomTabs() {
  const { user, isLoading } = useSession();
  // Signing in redirects to /home, which is the same screen as /.
  const isAtHome = useLocation().pathname === "/home";
  const items = getTabNavItems(user !== null || isLoading);
  return (
    <nav
      aria-label={t("shell.tabs")}
      className="fixed inset-x-0 bottom-0 z-30 border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      <ul className="mx-auto flex h-16 max-w-xl">
        {items.map(({ to, text, icon }) => (
          <li key={to} className="flex-1">
            <NavLink
              to={isAtHome && to === "/" ? "/home" : to}
              end={to === "/"}
              className="group flex h-full flex-col items-center justify-center gap-0.5 text-badge text-muted aria-[current=page]:font-semibold aria-[current=page]:text-primary"
            >
              <span className="grid h-7 w-14 place-items-center rounded-full transition-colors group-aria-[current=page]:bg-primary/12 [&_svg]:size-5.5">
                {icon}
              </span>
              {t(text)}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
