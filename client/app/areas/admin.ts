import { lazyPage } from "#client/lib/page-loader.ts";
import type { Screen } from "./screen.ts";

const staffDoor = lazyPage(
  ["admin", "auth"],
  async () => (await import("#client/pages/admin/staff-door-page.tsx")).StaffDoorPage,
);
const adminDesk = lazyPage(
  ["admin"],
  async () => (await import("#client/pages/admin/desk-page.tsx")).DeskPage,
);

/** What the people who run the place see. */
export const adminScreens: readonly Screen[] = [
  { path: "/employee-login", page: staffDoor },
  { path: "/adm", page: staffDoor },
  { path: "/admin-login", page: staffDoor },
  { path: "/admin", page: adminDesk },
  { path: "/admin/dashboard", page: adminDesk },
  { path: "/admin-dashboard", page: adminDesk },
  {
    path: "/admin/athan-management",
    page: lazyPage(
      ["admin", "athan", "prayer"],
      async () => (await import("#client/pages/admin/athan-page.tsx")).AthanPage,
    ),
  },
];
