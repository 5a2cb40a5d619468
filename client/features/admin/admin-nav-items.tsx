import { AudioLines, LayoutDashboard, LibraryBig, Upload } from "lucide-react";
import type { ReactNode } from "react";
import type { User } from "#shared/accounts/user.ts";
import { routes } from "#shared/routes/route-table.ts";
import type { MessageKey } from "#client/lib/i18n/i18n.ts";
import { dashboardPath } from "./staff-paths.ts";

interface AdminNavItem {
  readonly to: string;
  readonly text: MessageKey;
  readonly icon: ReactNode;
  /** Hidden from others; the server refuses them as well. */
  readonly isForAdmins?: boolean;
}

const all: readonly AdminNavItem[] = [
  { to: dashboardPath, text: "admin.dashboard", icon: <LayoutDashboard aria-hidden /> },
  { to: "/admin/books", text: "admin.manageBooks", icon: <LibraryBig aria-hidden /> },
  { to: "/admin/upload-book", text: "admin.uploadBook", icon: <Upload aria-hidden /> },
  { to: "/admin/athan-management", text: "admin.athan", icon: <AudioLines aria-hidden /> },
];

export function listAdminNavItems({ isAdmin }: Pick<User, "isAdmin">): readonly AdminNavItem[] {
  return all.filter(({ to, isForAdmins }) => to in routes && (isAdmin || !isForAdmins));
}
