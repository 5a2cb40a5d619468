import { describe, expect, test } from "vitest";
import { screens } from "#shared/routes/route-table.ts";
import { makeUser } from "#client/testing/factories.ts";
import {
  avatarPlaces,
  barTitles,
  browsePlaces,
  drawerPlaces,
  legalPlaces,
  type Place,
  places,
  socialPlaces,
  staffPlaces,
  standing,
  supportPlaces,
  tabPlaces,
} from "./nav-items.tsx";

const addresses = (list: readonly Place[]) => list.map(({ to }) => to);

describe("the places of the navigation", () => {
  test("are for a guest Home and Browse Books alone", () => {
    expect(addresses(drawerPlaces(null))).toEqual(["/", "/browse"]);
    expect(staffPlaces(null)).toEqual([]);
  });

  test("are for a reader those of the specification, in its order", () => {
    expect(drawerPlaces(makeUser()).map(({ text }) => text)).toEqual([
      "shell.home",
      "shell.browseBooks",
      "shell.myLibrary",
      "shell.community",
      "shell.messages",
      "shell.profile",
      "shell.settings",
      "shell.notifications",
    ]);
    expect(addresses(avatarPlaces(makeUser()))).toEqual([
      "/profile",
      "/library",
      "/settings",
      "/user-settings",
    ]);
    expect(staffPlaces(makeUser())).toEqual([]);
  });

  test("lead only employees to the admin screens, and only authors to theirs", () => {
    const employee = makeUser({ isEmployee: true });
    const author = makeUser({ isAuthor: true });

    expect(addresses(staffPlaces(employee))).toEqual([
      "/admin/dashboard",
      "/admin/books",
      "/admin/view-users",
    ]);
    expect(addresses(avatarPlaces(employee))).toContain("/admin/dashboard");
    expect(addresses(avatarPlaces(employee))).not.toContain("/authors-portal");
    expect(addresses(avatarPlaces(author))).toContain("/authors-portal");
    expect(addresses(avatarPlaces(author))).not.toContain("/admin/dashboard");
    expect(staffPlaces(author)).toEqual([]);
  });

  test("of the Browse menu are the specification's", () => {
    expect(browsePlaces.map(({ text }) => text)).toEqual([
      "shell.allBooks",
      "shell.topRated",
      "shell.newReleases",
      "shell.comingSoon",
      "shell.genres",
      "shell.champions",
    ]);
  });

  test("are awaited as long as there is no screen behind them, and then in no list", () => {
    const awaited = (Object.values(places) as Place[]).filter(({ isAwaited }) => isAwaited);

    expect(addresses(awaited)).toEqual(addresses(Object.values(places)).filter((to) => !(to in screens)));
    expect(standing([...awaited, places.home])).toEqual([places.home]);
  });

  test("of the footer's columns are never none", () => {
    for (const column of [browsePlaces, supportPlaces, socialPlaces, legalPlaces]) {
      expect(standing(column)).not.toEqual([]);
    }
  });

  test("are five tabs at most, the fourth the community or, without one, the challenges", () => {
    const fourth = addresses(tabPlaces(true))[3];

    expect(addresses(tabPlaces(true)).length).toBeLessThanOrEqual(5);
    const expected = ["/community", "/challenges", "/profile"].find((to) => to in screens);
    expect(fourth).toBe(expected);
  });

  test("name the phone's bar", () => {
    expect(barTitles.map(({ under }) => under)).toEqual(["/browse", "/library", "/community", "/profile"]);
  });
});
