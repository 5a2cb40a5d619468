import { messagesContract, messagesStreams } from "#shared/messages/contract.ts";
import { bindRoutes, bindStreams, combineRoutes } from "#server/http/api/bind-contract.ts";
import {
  acceptRequest,
  countUnread,
  getConversation,
  leaveConversation,
  listConversations,
  markConversation,
  muteConversation,
  showTyping,
} from "./conversations.ts";
import { addMembers, renameGroup } from "./groups.ts";
import { sendMessagePicture, uploadPicture } from "./pictures.ts";
import { sendMessage, startConversation } from "./sending.ts";
import { deleteMessage, listMessages, reactToMessage, searchMessages, updateMessage } from "./service.ts";

const routes = bindRoutes(messagesContract, {
  listConversations: ({ user, ...services }, { query }) => listConversations(services, user, query),
  countUnread: ({ user, ...services }) => countUnread(services, user.id),
  startConversation: ({ user, ...services }, { body }) => startConversation(services, user, body),
  getConversation: ({ user, ...services }, { params }) =>
    getConversation(services, user, params.conversationId),
  listPrivateMessages: ({ user, ...services }, { params, query }) =>
    listMessages(services, user, params.conversationId, query),
  sendPrivateMessage: ({ user, ...services }, { params, body }) =>
    sendMessage(services, user, params.conversationId, body),
  uploadPicture: ({ user, ...services }, { params, file }) =>
    uploadPicture(services, user, params.conversationId, file),
  addConversationMembers: ({ user, ...services }, { params, body }) =>
    addMembers(services, user, params.conversationId, body.userIds),
  renameConversation: ({ user, ...services }, { params, body }) =>
    renameGroup(services, user, params.conversationId, body.title),
  updateMessage: ({ user, ...services }, { params, body }) =>
    updateMessage(services, user, params.messageId, body.text),
  deleteMessage: ({ user, ...services }, { params }) => deleteMessage(services, user, params.messageId),
  reactToMessage: ({ user, ...services }, { params, body }) =>
    reactToMessage(services, user, params.messageId, body.emoji),
  acceptRequest: ({ user, ...services }, { params }) => acceptRequest(services, user, params.conversationId),
  markConversation: ({ user, ...services }, { params, body }) =>
    markConversation(services, user, params.conversationId, body),
  muteConversation: ({ user, ...services }, { params, body }) =>
    muteConversation(services, user, params.conversationId, body.mutedUntil),
  showTyping: ({ user, ...services }, { params }) => showTyping(services, user, params.conversationId),
  leaveConversation: ({ user, ...services }, { params }) =>
    leaveConversation(services, user, params.conversationId),
  searchMessages: ({ user, ...services }, { query }) => searchMessages(services, user, query),
});

const streams = bindStreams(messagesStreams, {
  getMessagePicture: ({ user, req, res, ...services }, { params }) =>
    sendMessagePicture(services, user, params.pictureId, { req, res }),
});

export const messagesRoutes = combineRoutes(routes, streams);
