import type { Language } from "#shared/api/language.ts";
import type { NotificationTexts } from "#server/features/notifications/service.ts";

export const friendEvents = ["requested", "accepted"] as const;
export type FriendEvent = (typeof friendEvents)[number];

export const getFriendTexts = (language: Language, event: FriendEvent, name: string): NotificationTexts =>
  (language === "ar" ? arabic : english)[event](name);

const english: Readonly<Record<FriendEvent, (name: string) => NotificationTexts>> = {
  requested: (name) => ({ title: "Friend request", message: `${name} would like to be your friend.` }),
  accepted: (name) => ({ title: "Friend request accepted", message: `${name} is now your friend.` }),
};

const arabic: Readonly<Record<FriendEvent, (name: string) => NotificationTexts>> = {
  requested: (name) => ({ title: "طلب صداقة", message: `يريد ${name} أن يكون صديقك.` }),
  accepted: (name) => ({ title: "قُبل طلب الصداقة", message: `أصبح ${name} صديقك.` }),
};
