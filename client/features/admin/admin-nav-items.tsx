import { AudioLines, LayoutDashboard } from "lucide-react";
import type { ReactNode } from "react";
import type { User } from "#shared/accounts/user.ts";
import { routes } from "#shared/routes/route-table.ts";
import type { MessageKey } from "#client/lib/i18n/i18n.ts";
import { deskPath } from "./staff-paths.ts";

interface AdminPlace {
  readonly to: string;
  readonly text: MessageKey;
  readonly icon: ReactNode;
  /** Others see no link to it; the server refuses them. */
  readonly isForAdmins?: boolean;
}

const all: readonly AdminPlace[] = [
  { to: deskPath, text: "admin.desk", icon: <LayoutDashboard aria-hidden /> },
  { to: "/admin/athan-management", text: "admin.athan", icon: <AudioLines aria-hidden /> },
];

/** Where somebody may go in the employees' area: what has a screen, and is theirs. */
export function adminPlacesFor({ isAdmin }: Pick<User, "isAdmin">): readonly AdminPlace[] {
  return all.filter(({ to, isForAdmins }) => to in routes && (isAdmin || !isForAdmins));
}
