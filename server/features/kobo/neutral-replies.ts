import { randomBytes, randomUUID } from "node:crypto";
import type { InputOf, ReplyOf } from "#shared/api/contract.ts";
import type { koboContract } from "#shared/kobo/contract.ts";
import type { HttpContext } from "#server/http/api/context.ts";

const createSecret = () => randomBytes(24).toString("base64");

/** The device wants tokens; the site reads only the one in the path. */
export const authorizeKobo = (
  _context: HttpContext,
  { body }: Pick<InputOf<typeof koboContract.authorizeKobo>, "body">,
) => ({
  AccessToken: createSecret(),
  RefreshToken: createSecret(),
  TokenType: "Bearer",
  TrackingId: randomUUID(),
  UserKey: body?.UserKey ?? "",
});

type AnyInput = InputOf<typeof koboContract.getKoboOther>;

/** Answers what is not about the library, so that the device goes on. */
export function answerNeutrally(
  { req, res }: HttpContext,
  { params: { path } }: AnyInput,
): ReplyOf<typeof koboContract.getKoboOther> {
  if (path === "v1/user/loyalty/benefits") return { Benefits: {} };
  if (path === "v1/analytics/gettests") {
    return { Result: "Success", TestKey: req.get("x-kobo-userkey")?.slice(0, 200) ?? "", Tests: {} };
  }
  if (/^v1\/auth\/|^oauth\//.test(path)) return answerAuthorization();
  if (req.method === "POST" && path === "v1/library/tags") {
    // The device stores collections; the site has none of that name.
    res.status(201).json(randomUUID());
  }
  return {};
}

function answerAuthorization() {
  const [access, refresh] = [createSecret(), createSecret()];
  return {
    access_token: access,
    refresh_token: refresh,
    token_type: "Bearer",
    expires_in: 3600,
    AccessToken: access,
    RefreshToken: refresh,
    TokenType: "Bearer",
  };
}
