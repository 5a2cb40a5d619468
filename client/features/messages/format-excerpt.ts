import type { Attachment } from "#shared/messages/message.ts";
import { t } from "#client/lib/i18n/i18n.ts";

interface Summary {
  readonly excerpt: string;
  readonly attachment: Attachment;
}

/** The start of a message, or what it consists of; empty when it cannot be read. */
export const formatExcerpt = ({ excerpt, attachment }: Summary): string =>
  excerpt || (attachment ? t(`messages.attachment-${attachment}`) : "");
