import type { Language } from "#shared/api/language.ts";
import { formatActors, type NotificationTexts } from "#server/features/notifications/service.ts";

/** `requested` goes to moderators, the others to the member. */
export type MemberEvent = "requested" | "accepted" | "owner" | "moderator" | "member";

export function getMemberTexts(
  language: Language,
  event: MemberEvent,
  community: string,
  name: string,
): NotificationTexts {
  return { title: community, message: (language === "ar" ? arabic : english)[event](name) };
}

const english: Readonly<Record<MemberEvent, (name: string) => string>> = {
  requested: (name) => `${name} would like to join.`,
  accepted: () => "Your request to join was accepted.",
  owner: () => "You are now the owner of this community.",
  moderator: () => "You are now a moderator of this community.",
  member: () => "You are no longer a moderator of this community.",
};

const arabic: Readonly<Record<MemberEvent, (name: string) => string>> = {
  requested: (name) => `يود ${name} الانضمام.`,
  accepted: () => "قُبل طلب انضمامك.",
  owner: () => "أصبحت مالك هذا المجتمع.",
  moderator: () => "أصبحت مشرفًا في هذا المجتمع.",
  member: () => "لم تعد مشرفًا في هذا المجتمع.",
};

/** Replies in a discussion; several people are one notification. */
export function getReplyTexts(
  language: Language,
  discussion: string,
  actors: readonly string[],
  count: number,
): NotificationTexts {
  const names = formatActors(language, actors, count);
  return { title: language === "ar" ? `ردود جديدة من ${names}` : `${names} replied`, message: discussion };
}

/** To followers of a community. */
export const getDiscussionTexts = (
  language: Language,
  community: string,
  discussion: string,
  name: string,
): NotificationTexts => ({
  title: community,
  message:
    language === "ar" ? `بدأ ${name} نقاشًا: ${discussion}` : `${name} started a discussion: ${discussion}`,
});

export const getMentionTexts = (language: Language, discussion: string, name: string): NotificationTexts =>
  language === "ar"
    ? { title: `ذكرك ${name}`, message: discussion }
    : { title: `${name} mentioned you`, message: discussion };

/** To the author of a removed post. */
export const getRemovedTexts = (language: Language, discussion: string, reason: string): NotificationTexts =>
  language === "ar"
    ? { title: "أزال المشرفون مشاركتك", message: reason ? `${discussion}: ${reason}` : discussion }
    : {
        title: "Your post was removed by the moderators",
        message: reason ? `${discussion}: ${reason}` : discussion,
      };

export const getApprovedTexts = (language: Language, discussion: string): NotificationTexts =>
  language === "ar"
    ? { title: "نُشرت مشاركتك", message: discussion }
    : { title: "Your post is now visible to everyone", message: discussion };
