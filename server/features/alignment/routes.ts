import { alignmentContract } from "#shared/alignment/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { cancelAlignment, startAlignment } from "./alignment.ts";
import { deleteAnchor, setAnchor } from "./anchors.ts";
import { getEditableChapter, getEditorState } from "./editor-state.ts";

export const alignmentRoutes = bindRoutes(alignmentContract, {
  getAlignmentEditor: ({ params }, { user, ...services }) => getEditorState(services, user, params.bookId),
  startAlignment: ({ params }, { user, ...services }) => startAlignment(services, user, params.bookId),
  cancelAlignment: ({ params }, { user, ...services }) => cancelAlignment(services, user, params.bookId),
  getEditableChapter: ({ params }, { user, ...services }) => getEditableChapter(services, user, params),
  setAnchor: ({ params, body }, { user, ...services }) => setAnchor(services, user, params, body),
  deleteAnchor: ({ params }, { user, ...services }) => deleteAnchor(services, user, params),
});
