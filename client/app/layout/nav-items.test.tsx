import { describe, expect, test } from "vitest";
import { routes } from "#shared/routes/route-table.ts";
import { makeUser } from "#client/testing/factories.ts";
import {
  getAvatarMenuItems,
  getBrowseMenuItems,
  getDrawerNavItems,
  getStaffNavItems,
  getTabNavItems,
  legalNavItems,
  mobileBarTitles,
  type NavItem,
  navItems,
  socialNavItems,
  supportNavItems,
} from "./nav-items.tsx";

const listUrls = (list: readonly NavItem[]) => list.map(({ to }) => to);

describe("navigation items", () => {
  test("for guests are those of ADR 61 and all public sections", () => {
    expect(listUrls(getDrawerNavItems(null))).toEqual([
      "/",
      "/browse",
      "/genres",
      "/community",
      "/challenges",
      "/prayer-times",
    ]);
    expect(getStaffNavItems(null)).toEqual([]);
  });

  test("for readers are those of ADR 61, in its order", () => {
    expect(getDrawerNavItems(makeUser()).map(({ text }) => text)).toEqual([
      "shell.home",
      "shell.browseBooks",
      "shell.myLibrary",
      "shell.community",
      "shell.messages",
      "shell.profile",
      "shell.settings",
      "shell.notifications",
      "shell.prayerTimes",
    ]);
    expect(listUrls(getAvatarMenuItems(makeUser()))).toEqual([
      "/profile",
      "/library",
      "/settings",
      "/user-settings",
    ]);
    expect(getStaffNavItems(makeUser())).toEqual([]);
  });

  test("show admin screens to employees and the portal to authors only", () => {
    const employee = makeUser({ isEmployee: true });
    const author = makeUser({ isAuthor: true });

    expect(listUrls(getStaffNavItems(employee))).toEqual([
      "/admin/dashboard",
      "/admin/books",
      "/admin/view-users",
    ]);
    expect(listUrls(getAvatarMenuItems(employee))).toContain("/admin/dashboard");
    expect(listUrls(getAvatarMenuItems(employee))).not.toContain("/authors-portal");
    expect(listUrls(getAvatarMenuItems(author))).toContain("/authors-portal");
    expect(listUrls(getAvatarMenuItems(author))).not.toContain("/admin/dashboard");
    expect(getStaffNavItems(author)).toEqual([]);
  });

  test("of the Browse menu are those of ADR 61 and prayer times", () => {
    expect(listUrls(getBrowseMenuItems(true)).at(-1)).toBe("/prayer");
    expect(listUrls(getBrowseMenuItems(false)).at(-1)).toBe("/prayer-times");
    expect(getBrowseMenuItems(true).map(({ text }) => text)).toEqual([
      "shell.allBooks",
      "shell.topRated",
      "shell.newReleases",
      "shell.comingSoon",
      "shell.genres",
      "shell.champions",
      "shell.prayerTimes",
    ]);
  });

  test("all link to screens", () => {
    expect(listUrls(Object.values(navItems)).filter((to) => !(to in routes))).toEqual([]);
  });

  test("of the footer are never empty", () => {
    for (const column of [getBrowseMenuItems(true), supportNavItems, socialNavItems, legalNavItems]) {
      expect(column).not.toEqual([]);
    }
  });

  test("are five tabs at most, the fourth the community", () => {
    expect(listUrls(getTabNavItems(true)).length).toBeLessThanOrEqual(5);
    expect(listUrls(getTabNavItems(true))[3]).toBe("/community");
  });

  test("name the phone's bar", () => {
    expect(mobileBarTitles.map(({ pathPrefix }) => pathPrefix)).toEqual([
      "/browse",
      "/library",
      "/community",
      "/profile",
    ]);
  });
});
