// Generated from the file names by `message-types.ts`: by the build, and by `vitest -u shared/locales`.

export interface Messages {
  admin: typeof import("./en/admin.json");
  aiNarration: typeof import("./en/aiNarration.json");
  alignment: typeof import("./en/alignment.json");
  athan: typeof import("./en/athan.json");
  audit: typeof import("./en/audit.json");
  auth: typeof import("./en/auth.json");
  authorApplication: typeof import("./en/authorApplication.json");
  authorStats: typeof import("./en/authorStats.json");
  book: typeof import("./en/book.json");
  bookEnd: typeof import("./en/bookEnd.json");
  bookLists: typeof import("./en/bookLists.json");
  browse: typeof import("./en/browse.json");
  catalogueAdmin: typeof import("./en/catalogueAdmin.json");
  challenge: typeof import("./en/challenge.json");
  common: typeof import("./en/common.json");
  community: typeof import("./en/community.json");
  corrections: typeof import("./en/corrections.json");
  decisions: typeof import("./en/decisions.json");
  follows: typeof import("./en/follows.json");
  form: typeof import("./en/form.json");
  goals: typeof import("./en/goals.json");
  health: typeof import("./en/health.json");
  help: typeof import("./en/help.json");
  home: typeof import("./en/home.json");
  landing: typeof import("./en/landing.json");
  legal: typeof import("./en/legal.json");
  library: typeof import("./en/library.json");
  membership: typeof import("./en/membership.json");
  membershipAdmin: typeof import("./en/membershipAdmin.json");
  messages: typeof import("./en/messages.json");
  moderation: typeof import("./en/moderation.json");
  notificationTexts: typeof import("./en/notificationTexts.json");
  notifications: typeof import("./en/notifications.json");
  people: typeof import("./en/people.json");
  player: typeof import("./en/player.json");
  prayer: typeof import("./en/prayer.json");
  prayerAlert: typeof import("./en/prayerAlert.json");
  prayerAlertSettings: typeof import("./en/prayerAlertSettings.json");
  profile: typeof import("./en/profile.json");
  profiles: typeof import("./en/profiles.json");
  publishing: typeof import("./en/publishing.json");
  push: typeof import("./en/push.json");
  readAlong: typeof import("./en/readAlong.json");
  reader: typeof import("./en/reader.json");
  readingActivity: typeof import("./en/readingActivity.json");
  reason: typeof import("./en/reason.json");
  reviews: typeof import("./en/reviews.json");
  richText: typeof import("./en/richText.json");
  settings: typeof import("./en/settings.json");
  shelfImport: typeof import("./en/shelfImport.json");
  shell: typeof import("./en/shell.json");
  siteAdmin: typeof import("./en/siteAdmin.json");
  staff: typeof import("./en/staff.json");
  storageAdmin: typeof import("./en/storageAdmin.json");
  support: typeof import("./en/support.json");
  textToSpeech: typeof import("./en/textToSpeech.json");
  ui: typeof import("./en/ui.json");
  upload: typeof import("./en/upload.json");
}

export interface ServerMessages {
  accountEmail: typeof import("./en/server/accountEmail.json");
  notificationEmail: typeof import("./en/server/notificationEmail.json");
  page: typeof import("./en/server/page.json");
  prayerPush: typeof import("./en/server/prayerPush.json");
  signOut: typeof import("./en/server/signOut.json");
  textReader: typeof import("./en/server/textReader.json");
}
