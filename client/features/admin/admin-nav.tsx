import { ChevronDown, PanelsTopLeft } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { NavLink, useLocation } from "react-router-dom";
import type { User } from "#shared/accounts/user.ts";
import { createColumnPreference } from "#client/lib/column-preference.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { Sheet } from "#client/ui/overlays/sheet.tsx";
import {
  type AdminNavGroup,
  type AdminNavItem,
  dashboardItem,
  listAdminNavGroups,
} from "./admin-nav-items.tsx";
import { dashboardPath } from "./staff-paths.ts";

/** This browser remembers the closed groups. */
const openGroups = createColumnPreference("admin-nav-groups", ["catalogue", "people", "site", "system"]);

/** Of the mask at the end of the column, in pixels. */
const fadeHeight = 32;

/** The screens of the staff area: a column on wide screens, a button with a sheet on others. */
export function AdminNav({ user }: { readonly user: User }) {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: shows the link of the newly opened screen.
  useEffect(() => {
    const [list, link] = [nav.current, nav.current?.querySelector("[aria-current=page]")];
    if (!list || !link) return;
    const [outer, inner] = [list.getBoundingClientRect(), link.getBoundingClientRect()];
    if (inner.top >= outer.top && inner.bottom <= outer.bottom - fadeHeight) return;
    list.scrollBy({ top: inner.top + inner.height / 2 - (outer.top + outer.height / 2) });
  }, [pathname]);
  return (
    <>
      <AdminMenu user={user} />
      <nav
        ref={nav}
        aria-label={t("admin.area")}
        className="hidden max-h-[calc(100dvh-6.5rem)] overflow-y-auto overscroll-contain pb-8 lg:sticky lg:top-24 lg:block [mask-image:linear-gradient(#000_calc(100%-2rem),transparent)] [scrollbar-width:thin]"
      >
        <AdminNavLink item={dashboardItem} />
        {listAdminNavGroups(user).map((group) => (
          <NavGroup key={group.id} group={group} />
        ))}
      </nav>
    </>
  );
}

function NavGroup({ group: { id, items } }: { readonly group: AdminNavGroup }) {
  const { pathname } = useLocation();
  const isOpen = openGroups.use().has(id);
  const current = isOpen ? undefined : items.find(({ to }) => isWithin(pathname, to));
  return (
    <div className="mt-1">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => openGroups.setShown(id, !isOpen)}
        className="flex min-h-11 w-full items-center justify-between rounded-control px-3 font-semibold lg:pointer-fine:min-h-9 text-muted text-small hover:bg-primary/10"
      >
        {t(`admin.group-${id}`)}
        <ChevronDown aria-hidden className={`size-4 ${isOpen ? "rotate-180" : ""}`} />
      </button>
      <ul>
        {(isOpen ? items : current ? [current] : []).map((item) => (
          <li key={item.to}>
            <AdminNavLink item={item} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Names the open screen, and opens the list of all. */
function AdminMenu({ user }: { readonly user: User }) {
  const [isOpen, setOpen] = useState(false);
  const { pathname } = useLocation();
  const groups = listAdminNavGroups(user);
  const current = groups.flatMap(({ items }) => items).find(({ to }) => isWithin(pathname, to));
  const close = () => setOpen(false);
  return (
    <div className="lg:hidden">
      <Button
        tone="secondary"
        isWide
        icon={<PanelsTopLeft aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t("admin.area")}: {t((current ?? dashboardItem).text)}
      </Button>
      {isOpen && (
        <Sheet title={t("admin.area")} side="bottom" isOpen onClose={close}>
          <nav aria-label={t("admin.area")} className="px-3 pb-4">
            <AdminNavLink item={dashboardItem} onLeave={close} />
            {groups.map(({ id, items }) => (
              <section key={id} aria-labelledby={`admin-group-${id}`}>
                <h3 id={`admin-group-${id}`} className="px-3 pt-3 pb-1 font-semibold text-muted text-small">
                  {t(`admin.group-${id}`)}
                </h3>
                <ul className="grid grid-cols-2 gap-x-1">
                  {items.map((item) => (
                    <li key={item.to}>
                      <AdminNavLink item={item} onLeave={close} />
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </nav>
        </Sheet>
      )}
    </div>
  );
}

interface AdminNavLinkProps {
  readonly item: AdminNavItem;
  readonly onLeave?: () => void;
}

function AdminNavLink({ item: { to, icon, text }, onLeave }: AdminNavLinkProps) {
  const { pathname } = useLocation();
  const isDashboard = to === dashboardPath && /^\/admin(-dashboard)?\/?$/.test(pathname);
  return (
    <NavLink
      to={to}
      onClick={onLeave}
      {...(isDashboard && { "aria-current": "page" as const })}
      className="flex min-h-11 items-center gap-2.5 rounded-control px-3 font-medium lg:pointer-fine:min-h-9 hover:bg-primary/10 aria-[current=page]:bg-primary/10 aria-[current=page]:text-primary [&_svg]:size-5 [&_svg]:shrink-0"
    >
      {icon}
      {t(text)}
    </NavLink>
  );
}

const isWithin = (pathname: string, to: string) => pathname === to || pathname.startsWith(`${to}/`);
