/** Where a notification is shown; `NotificationSetting` describes them. */
export interface Channels {
  readonly inApp: boolean;
  readonly email: boolean;
  readonly push: boolean;
}

interface SettingDefinition {
  readonly channels: Channels;
  readonly isForAuthors?: boolean;
}

/** The channels of notifications that cannot be switched off, and of others until the user chooses. */
const defaultChannels: Channels = { inApp: true, email: false, push: true };

/** What users can choose channels for, in the order of the settings page; with the defaults. */
export const settingRegistry = {
  new_book: { channels: defaultChannels },
  announcement: { channels: defaultChannels },
  challenge_update: { channels: defaultChannels },
  challenge_new: { channels: defaultChannels },
  message: { channels: defaultChannels },
  reply: { channels: defaultChannels },
  mention: { channels: defaultChannels },
  discussion: { channels: defaultChannels },
  community: { channels: defaultChannels },
  friend_request: { channels: defaultChannels },
  moderation: { channels: defaultChannels },
  author_follow: { channels: defaultChannels, isForAuthors: true },
  book_review: { channels: defaultChannels, isForAuthors: true },
  correction: { channels: defaultChannels },
} as const satisfies Readonly<Record<string, SettingDefinition>>;

export type NotificationSettingType = keyof typeof settingRegistry;
export const notificationSettingTypes = Object.keys(settingRegistry) as NotificationSettingType[];

export const isForAuthors = (setting: NotificationSettingType): boolean =>
  "isForAuthors" in settingRegistry[setting];

export type NotificationIcon =
  | "at-sign"
  | "book"
  | "book-plus"
  | "gavel"
  | "key"
  | "mail"
  | "megaphone"
  | "messages"
  | "pencil"
  | "trophy"
  | "user-check"
  | "user-plus"
  | "users";

/** Values of the texts and the link; they are stored with the notification. */
export type Params = Readonly<Record<string, string | number>>;

interface Definition<P extends Params> {
  readonly icon: NotificationIcon;
  /** Null for types that cannot be switched off. */
  readonly setting: NotificationSettingType | null;
  /** An internal path. */
  readonly link: (params: P) => string;
}

const define = <P extends Params>(definition: Definition<P>) => definition;

type ChallengeParams = { challengeId: string; title: string; titleArabic: string };
type PostParams = { communityId: string; discussionId: string; number: number; discussion: string };

const challenge = ({ challengeId }: { challengeId: string }) => `/challenges/${challengeId}`;
const book = ({ bookId }: { bookId: string }) => `/book/${bookId}`;
const community = ({ communityId }: { communityId: string }) => `/community/${communityId}`;
const post = ({ communityId, discussionId, number }: PostParams) =>
  `/community/${communityId}/discussions/${discussionId}?post=${number}`;
const decisions = () => "/settings?part=moderation";

/**
 * All types of notifications. Their texts are `notificationTexts.<type>.title` and `.message` in
 * `shared/locales`, filled in with the parameters and those of `render.ts`.
 */
export const notificationRegistry = {
  followed_book: define<{ bookId: string; title: string; author: string }>({
    icon: "book-plus",
    setting: "new_book",
    link: book,
  }),
  new_book: define<{ bookId: string; book: string }>({
    icon: "book-plus",
    setting: "new_book",
    link: book,
  }),
  shelf_books: define<{ shelfId: string; shelf: string; name: string; books: number; title: string }>({
    icon: "book-plus",
    setting: "new_book",
    link: ({ shelfId }) => `/shelves/${shelfId}`,
  }),
  announcement: define<{ contributorId: string; author: string; text: string }>({
    icon: "megaphone",
    setting: "announcement",
    link: ({ contributorId }) => `/author/${contributorId}`,
  }),
  challenge_news: define<ChallengeParams & { text: string }>({
    icon: "trophy",
    setting: "challenge_update",
    link: challenge,
  }),
  challenge_update: define<ChallengeParams>({
    icon: "trophy",
    setting: "challenge_update",
    link: challenge,
  }),
  challenge_new: define<ChallengeParams>({ icon: "trophy", setting: "challenge_new", link: challenge }),
  message: define<{ conversationId: string }>({
    icon: "mail",
    setting: "message",
    link: ({ conversationId }) => `/messages?c=${conversationId}`,
  }),
  message_request: define<{ conversationId: string; name: string }>({
    icon: "mail",
    setting: "message",
    link: ({ conversationId }) => `/messages?folder=requests&c=${conversationId}`,
  }),
  reply: define<PostParams>({ icon: "messages", setting: "reply", link: post }),
  mention: define<PostParams & { name: string }>({ icon: "at-sign", setting: "mention", link: post }),
  discussion: define<PostParams & { community: string; name: string }>({
    icon: "messages",
    setting: "discussion",
    link: post,
  }),
  community_request: define<{ communityId: string; community: string; name: string }>({
    icon: "users",
    setting: "community",
    link: (params) => `${community(params)}?tab=members`,
  }),
  community_accepted: define<{ communityId: string; community: string }>({
    icon: "users",
    setting: "community",
    link: community,
  }),
  community_role: define<{ communityId: string; community: string; role: "owner" | "moderator" | "member" }>({
    icon: "users",
    setting: "community",
    link: community,
  }),
  friend_request: define<{ name: string }>({
    icon: "user-plus",
    setting: "friend_request",
    link: () => "/profile",
  }),
  friend_accepted: define<{ name: string }>({
    icon: "user-check",
    setting: "friend_request",
    link: () => "/profile",
  }),
  post_removed: define<{ discussion: string; reason: string }>({
    icon: "gavel",
    setting: "moderation",
    link: decisions,
  }),
  post_approved: define<{ communityId: string; discussionId: string; discussion: string }>({
    icon: "gavel",
    setting: "moderation",
    link: (params) => `${community(params)}/discussions/${params.discussionId}`,
  }),
  content_removed: define<{ reason: string }>({ icon: "gavel", setting: "moderation", link: decisions }),
  warning: define<{ reason: string }>({ icon: "gavel", setting: "moderation", link: decisions }),
  report_decided: define<{ result: "acted" | "dismissed" }>({
    icon: "gavel",
    setting: "moderation",
    link: () => "/community-guidelines",
  }),
  appeal_decided: define<{ result: "accepted" | "rejected"; answer: string }>({
    icon: "gavel",
    setting: "moderation",
    link: decisions,
  }),
  author_follow: define<Record<never, never>>({
    icon: "user-check",
    setting: "author_follow",
    link: () => "/authors-portal?tab=followers",
  }),
  book_decision: define<{ bookId: string; book: string; state: string; reason: string }>({
    icon: "book",
    setting: "book_review",
    link: ({ bookId }) => `/authors-portal?book=${bookId}`,
  }),
  coauthor_invitation: define<{ name: string; book: string }>({
    icon: "book",
    setting: "book_review",
    link: () => "/authors-portal",
  }),
  correction_decided: define<{
    bookId: string;
    book: string;
    decision: "accepted" | "declined";
    answer: string;
  }>({ icon: "pencil", setting: "correction", link: book }),
  author_application: define<{ state: "approved" | "declined"; reason: string }>({
    icon: "book",
    setting: null,
    link: ({ state }) => (state === "approved" ? "/authors-portal" : "/author-auth"),
  }),
  reset_link_made: define<Record<never, never>>({
    icon: "key",
    setting: null,
    link: () => "/settings?part=security",
  }),
  webhook_disabled: define<{ host: string }>({
    icon: "megaphone",
    setting: null,
    link: () => "/admin/webhooks",
  }),
} as const;

export type NotificationType = keyof typeof notificationRegistry;
export const notificationTypes = Object.keys(notificationRegistry) as NotificationType[];

export type NotificationParams<T extends NotificationType> =
  (typeof notificationRegistry)[T] extends Definition<infer P> ? P : never;

export interface StoredNotification {
  readonly type: NotificationType;
  readonly params: Params;
}

/** The channels of a type until the user chooses others for its setting. */
export function getDefaultChannels(type: NotificationType): Channels {
  const { setting } = notificationRegistry[type];
  return setting ? settingRegistry[setting].channels : defaultChannels;
}

/** The path that a notification leads to. */
export const getNotificationPath = ({ type, params }: StoredNotification): string =>
  (notificationRegistry[type].link as (params: Params) => string)(params);
