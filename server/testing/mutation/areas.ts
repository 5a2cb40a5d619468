/** Files that are mutated and the tests that must notice. */
export interface Area {
  readonly mutated: RegExp;
  readonly tests: RegExp;
}

const contracts = "(?!.*contract\\.ts$)";
const client = (pattern: string) => new RegExp(`^client/${pattern}\\.tsx?$`);
const server = (features: string) => ({
  mutated: new RegExp(`^server/features/(?:${features})/(?!.*routes\\.ts$).*\\.ts$`),
  tests: new RegExp(`^server/features/(?:${features})/.*\\.test\\.ts$`),
});

export const areas: Readonly<Record<string, Area>> = {
  authorization: {
    mutated:
      /^server\/(?:http\/api\/bind-contract|http\/session\/.*|http\/security\/csrf-protection|features\/community\/(?:permissions|discussion-access))\.ts$/,
    tests:
      /^server\/(?:app|catalogue|http\/(?:api|session|security)\/[^.]*|features\/(?:accounts\/(?:own-data|(?:app-tokens|sign-in)\/.*)|koreader\/koreader|community\/(?:community|leaks|permissions|members)))\.test\.ts$/,
  },
  money: server("memberships"),
  limits: {
    mutated:
      /^server\/(?:http\/security\/(?:rate-limit.*|counters|sign-in-limit|known-devices|proof-of-work)|features\/uploads\/.*)\.ts$/,
    tests: /^server\/(?:http\/security\/.*|features\/uploads\/.*)\.test\.ts$/,
  },
  messages: server("messages|people"),
  community: {
    ...server("community|moderation"),
    tests:
      /^server\/features\/(?:community|moderation|marks\/margin|shelves|challenges|messages|publishing\/revisions|demo)\/(?!.*\.slow\.).*\.test\.ts$/,
  },
  library: {
    ...server("library|positions|reading-activity|challenges|goals"),
    tests:
      /^server\/features\/(?:library|positions|reading-activity|challenges|goals|profiles|shelf-import|books\/detail|moderation|webhooks)\/.*\.test\.ts$/,
  },
  notifications: {
    ...server("notifications|follows|push"),
    tests: /^server\/features\/(?:notifications|follows|push|health)\/.*\.test\.ts$/,
  },
  publishing: server("publishing|subjects|authors"),
  outboxes: {
    mutated: client(
      "(?:lib/api/outbox|features/positions/(?:outbox|guest-positions|position-tracker)|features/messages/(?:message-outbox|send-message))",
    ),
    tests: client(
      "(?:features/positions/.*|features/messages/message-outbox|features/reading-activity/tracking/recorder)\\.test",
    ),
  },
  player: {
    mutated: client(
      "features/player/(?:engine/(?!player-instance|media-session|sentence-navigation)[^/]*|sleep-timer/sleep-timer)",
    ),
    tests: client("features/player/(?:engine|sleep-timer)/.*\\.test"),
  },
  rules: {
    mutated: new RegExp(
      `^${contracts}shared/(?:books/(?!transliteration)|goals/|library/|positions/|reading-activity/|text/|uploads/).*\\.ts$`,
    ),
    tests: /^shared\/(?:books|goals|library|positions|reading-activity|text|uploads)\/.*\.test\.ts$/,
  },
  prayer: {
    mutated: new RegExp(`^${contracts}shared/prayer/(?!defaults|recordings).*\\.ts$`),
    tests: /^shared\/prayer\/(?!.*\.slow\.).*\.test\.ts$/,
  },
};
