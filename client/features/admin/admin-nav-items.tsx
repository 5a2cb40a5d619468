import {
  Activity,
  AudioLines,
  Flag,
  HardDrive,
  LayoutDashboard,
  LibraryBig,
  ListChecks,
  Mail,
  ScrollText,
  Send,
  Shapes,
  ShieldAlert,
  Signpost,
  SlidersHorizontal,
  Tags,
  Ticket,
  Trophy,
  Upload,
  UserRoundPen,
  Users,
  Webhook,
} from "lucide-react";
import type { ReactNode } from "react";
import type { User } from "#shared/accounts/user.ts";
import { routes } from "#shared/routes/route-table.ts";
import type { MessageKey } from "#client/lib/i18n/i18n.ts";
import { dashboardPath } from "./staff-paths.ts";

export interface AdminNavItem {
  readonly to: string;
  readonly text: MessageKey;
  readonly icon: ReactNode;
  /** Hidden from others; the server refuses them as well. */
  readonly isAdminOnly?: boolean;
}

export interface AdminNavGroup {
  readonly id: "catalogue" | "people" | "site" | "system";
  readonly items: readonly AdminNavItem[];
}

export const dashboardItem: AdminNavItem = {
  to: dashboardPath,
  text: "admin.dashboard",
  icon: <LayoutDashboard aria-hidden />,
};

const groups: readonly AdminNavGroup[] = [
  {
    id: "catalogue",
    items: [
      { to: "/admin/books", text: "admin.manageBooks", icon: <LibraryBig aria-hidden /> },
      { to: "/admin/upload-book", text: "admin.uploadBook", icon: <Upload aria-hidden /> },
      { to: "/admin/manage-authors", text: "admin.manageAuthors", icon: <UserRoundPen aria-hidden /> },
      { to: "/admin/manage-genres", text: "admin.manageGenres", icon: <Shapes aria-hidden /> },
      { to: "/admin/manage-tropes", text: "admin.manageTropes", icon: <Tags aria-hidden /> },
      { to: "/admin/redirects", text: "admin.redirects", icon: <Signpost aria-hidden /> },
    ],
  },
  {
    id: "people",
    items: [
      { to: "/admin/view-users", text: "admin.viewUsers", icon: <Users aria-hidden /> },
      { to: "/admin/reports", text: "admin.reports", icon: <ShieldAlert aria-hidden /> },
      { to: "/admin/corrections", text: "admin.corrections", icon: <Flag aria-hidden /> },
      { to: "/admin/messages", text: "admin.messages", icon: <Mail aria-hidden /> },
      { to: "/admin/challenges", text: "admin.manageChallenges", icon: <Trophy aria-hidden /> },
      { to: "/admin/membership-codes", text: "admin.codes", icon: <Ticket aria-hidden />, isAdminOnly: true },
    ],
  },
  {
    id: "site",
    items: [
      { to: "/admin/athan-management", text: "admin.athan", icon: <AudioLines aria-hidden /> },
      {
        to: "/admin/settings",
        text: "admin.siteSettings",
        icon: <SlidersHorizontal aria-hidden />,
        isAdminOnly: true,
      },
    ],
  },
  {
    id: "system",
    items: [
      {
        to: "/admin/cloud-storage",
        text: "admin.cloudStorage",
        icon: <HardDrive aria-hidden />,
        isAdminOnly: true,
      },
      { to: "/admin/health", text: "admin.health", icon: <Activity aria-hidden />, isAdminOnly: true },
      { to: "/admin/jobs", text: "admin.jobs", icon: <ListChecks aria-hidden />, isAdminOnly: true },
      { to: "/admin/outbox", text: "admin.outbox", icon: <Send aria-hidden />, isAdminOnly: true },
      { to: "/admin/webhooks", text: "admin.webhooks", icon: <Webhook aria-hidden />, isAdminOnly: true },
      { to: "/admin/audit-log", text: "admin.audit", icon: <ScrollText aria-hidden />, isAdminOnly: true },
    ],
  },
];

/** The groups with the screens that a user may open. */
export function listAdminNavGroups({ isAdmin }: Pick<User, "isAdmin">): readonly AdminNavGroup[] {
  return groups
    .map(({ id, items }) => ({
      id,
      items: items.filter(({ to, isAdminOnly }) => to in routes && (isAdmin || !isAdminOnly)),
    }))
    .filter(({ items }) => items.length > 0);
}
