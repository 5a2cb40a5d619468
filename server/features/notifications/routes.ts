import { notificationsContract } from "#shared/notifications/contract.ts";
import { mailStreams } from "#shared/notifications/mail.ts";
import { bindRoutes, bindStreams } from "#server/http/api/bind-contract.ts";
import * as service from "./service.ts";
import * as settings from "./settings.ts";
import { getUnsubscribePage, unsubscribe } from "./unsubscribe.ts";

export const notificationsRoutes = bindRoutes(notificationsContract, { ...service, ...settings });
export const mailStreamRoutes = bindStreams(mailStreams, { getUnsubscribePage, unsubscribe });
