import type { UserId } from "#shared/accounts/user.ts";
import type { Language } from "#shared/api/language.ts";
import type { PushPayload } from "#shared/push/payload.ts";
import type { Database } from "#server/db/client.ts";
import { findLanguage } from "./queries.ts";

const texts: Readonly<Record<Language, { readonly title: string; readonly body: string }>> = {
  en: { title: "It works", body: "This device receives notifications even when no page is open." },
  ar: { title: "نجحت التجربة", body: "تصل الإشعارات إلى هذا الجهاز، ولو لم تكن أي صفحة مفتوحة." },
};

export async function createTestMessage(db: Database, userId: UserId): Promise<PushPayload> {
  const lang = await findLanguage(db, userId);
  const url = "/notifications-settings";
  return { kind: "test", ...texts[lang], lang, url, tag: "test", isSilent: false };
}
