import type { Language } from "#shared/api/language.ts";
import type { NotificationTexts } from "#server/features/notifications/service.ts";

/** `asked` goes to moderators, the others to the member. */
export type MemberEvent = "asked" | "accepted" | "owner" | "moderator" | "member";

export function memberTexts(
  language: Language,
  event: MemberEvent,
  community: string,
  name: string,
): NotificationTexts {
  return { title: community, message: (language === "ar" ? arabic : english)[event](name) };
}

const english: Readonly<Record<MemberEvent, (name: string) => string>> = {
  asked: (name) => `${name} would like to join.`,
  accepted: () => "Your request to join was accepted.",
  owner: () => "You are now the owner of this community.",
  moderator: () => "You are now a moderator of this community.",
  member: () => "You are no longer a moderator of this community.",
};

const arabic: Readonly<Record<MemberEvent, (name: string) => string>> = {
  asked: (name) => `يود ${name} الانضمام.`,
  accepted: () => "قُبل طلب انضمامك.",
  owner: () => "أصبحت مالك هذا المجتمع.",
  moderator: () => "أصبحت مشرفًا في هذا المجتمع.",
  member: () => "لم تعد مشرفًا في هذا المجتمع.",
};

const named = (actors: readonly string[], count: number, and: string, others: (n: number) => string) => {
  const [first = "", second] = actors;
  if (count <= 1 || !second) return first;
  return count === 2 ? `${first} ${and} ${second}` : `${first} ${and} ${others(count - 1)}`;
};

/** Replies in a discussion; several people are one notification. */
export function replyTexts(
  language: Language,
  discussion: string,
  actors: readonly string[],
  count: number,
): NotificationTexts {
  if (language === "ar") {
    const names = named(actors, count, "و", (n) => (n === 2 ? "شخصان آخران" : `${n} آخرون`));
    return { title: `ردود جديدة من ${names}`, message: discussion };
  }
  const names = named(actors, count, "and", (n) => `${n} others`);
  return { title: `${names} replied`, message: discussion };
}

export const mentionTexts = (language: Language, discussion: string, name: string): NotificationTexts =>
  language === "ar"
    ? { title: `ذكرك ${name}`, message: discussion }
    : { title: `${name} mentioned you`, message: discussion };

/** To the author of a removed post. */
export const removedTexts = (language: Language, discussion: string, why: string): NotificationTexts =>
  language === "ar"
    ? { title: "أزال المشرفون مشاركتك", message: why ? `${discussion}: ${why}` : discussion }
    : {
        title: "Your post was removed by the moderators",
        message: why ? `${discussion}: ${why}` : discussion,
      };

export const approvedTexts = (language: Language, discussion: string): NotificationTexts =>
  language === "ar"
    ? { title: "نُشرت مشاركتك", message: discussion }
    : { title: "Your post is now visible to everyone", message: discussion };
