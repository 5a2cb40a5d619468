import type { Language } from "#shared/api/language.ts";
import type { NotificationTexts } from "#server/features/notifications/service.ts";

type Event = "requested" | "accepted";

export const getFriendTexts = (language: Language, event: Event, name: string): NotificationTexts =>
  (language === "ar" ? arabic : english)[event](name);

const english: Readonly<Record<Event, (name: string) => NotificationTexts>> = {
  requested: (name) => ({ title: "Friend request", message: `${name} would like to be your friend.` }),
  accepted: (name) => ({ title: "Friend request accepted", message: `${name} is now your friend.` }),
};

const arabic: Readonly<Record<Event, (name: string) => NotificationTexts>> = {
  requested: (name) => ({ title: "طلب صداقة", message: `يريد ${name} أن يكون صديقك.` }),
  accepted: (name) => ({ title: "قُبل طلب الصداقة", message: `أصبح ${name} صديقك.` }),
};
