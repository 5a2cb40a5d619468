import { describe, expect, test } from "vitest";
import { languages } from "#shared/api/language.ts";
import { notificationTypes } from "#shared/notifications/registry.ts";
import { renderIn } from "./render.ts";

const postParams = { communityId: "c", discussionId: "d", number: 3, discussion: "The first chapter" };
const render = (actors: readonly string[], actorCount: number, language: (typeof languages)[number] = "en") =>
  renderIn(language, { type: "reply", params: postParams, actors, actorCount }).title;

describe("a notification", () => {
  test("names its actors and counts the others", () => {
    expect([
      render(["Amina"], 1),
      render(["Amina", "Yusuf"], 2),
      render(["Amina", "Yusuf", "Hana"], 3),
      render(["Amina", "Yusuf", "Hana"], 12),
    ]).toEqual([
      "Amina replied",
      "Amina and Yusuf replied",
      "Amina and 2 others replied",
      "Amina and 11 others replied",
    ]);
    expect([
      render(["أمينة", "يوسف"], 2, "ar"),
      render(["أمينة", "يوسف", "هناء"], 3, "ar"),
      render(["أمينة", "يوسف", "هناء"], 12, "ar"),
    ]).toEqual(["ردود جديدة: أمينة ويوسف", "ردود جديدة: أمينة وشخصان آخران", "ردود جديدة: أمينة و11 آخرون"]);
  });

  test("has the texts of its parameters", () => {
    const decide = (state: string, reason: string) =>
      renderIn("en", {
        type: "book_decision",
        params: { bookId: "7", book: "The Well", state, reason },
        actors: [],
        actorCount: 0,
      });

    expect(decide("published", "")).toEqual({
      title: "Your book is published",
      message: "“The Well” is now in the catalogue.",
      actionUrl: "/authors-portal?book=7",
    });
    expect(decide("rejected", "Too short.").message).toBe("“The Well” was not approved. Reason: Too short.");
  });

  test("names the books of a group", () => {
    const params = { bookId: "7", title: "The Well", author: "Huda" };
    const renderBooks = (actors: readonly string[], actorCount: number) =>
      renderIn("en", { type: "followed_book", params, actors, actorCount });

    expect(renderBooks(["The Well"], 1).message).toBe("“The Well” by Huda");
    expect(renderBooks(["The Well", "The Lamp"], 2)).toMatchObject({
      title: "2 new books from what you follow",
      message: "“The Well”, “The Lamp”",
    });
  });

  test.each(languages)("of every type has a title and an internal path in %s", (language) => {
    const params = { ...postParams, title: "T", challengeId: "c", bookId: "b", author: "A", community: "C" };
    const rendered = notificationTypes.map((type) =>
      renderIn(language, { type, params, actors: ["A"], actorCount: 1 }),
    );

    expect(rendered.filter(({ title, actionUrl }) => !title || !actionUrl.startsWith("/"))).toEqual([]);
    expect(rendered.filter(({ title, message }) => /[{}]|notificationTexts/.test(title + message))).toEqual(
      [],
    );
  });
});
