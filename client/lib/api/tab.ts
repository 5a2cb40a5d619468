import { tabHeader } from "#shared/api/tab-header.ts";
import { createId } from "#client/lib/uuid.ts";

/** Names this tab for as long as its page is open. */
export const tab = createId();

/**
 * Names this tab as the origin of a write: it refetches or patches what changed, and ignores the event that
 * all tabs of the user receive.
 */
export const tabHeaders = { [tabHeader]: tab };
