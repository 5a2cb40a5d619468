import type { InputOf, ReplyOf } from "#shared/api/contract.ts";
import type { koboContract } from "#shared/kobo/contract.ts";
import type { HttpContext } from "#server/http/api/context.ts";

/** The address that a reader enters on the device, without a slash at the end. */
export const getKoboUrl = ({ settings }: Pick<HttpContext, "settings">, token: string) =>
  `${settings.origins[0]}/kobo/${token}`;

/** Features of the Kobo store that the device should not offer. */
const features = {
  instapaper_enabled: "False",
  kobo_audiobooks_enabled: "False",
  kobo_audiobooks_orange_deal_enabled: "False",
  kobo_audiobooks_subscriptions_enabled: "False",
  kobo_display_price: "False",
  kobo_dropbox_link_account_enabled: "False",
  kobo_google_tax: "False",
  kobo_googledrive_link_account_enabled: "False",
  kobo_nativeborrow_enabled: "False",
  kobo_onedrive_link_account_enabled: "False",
  kobo_onestorelibrary_enabled: "False",
  kobo_redeem_enabled: "False",
  kobo_shelfie_enabled: "False",
  kobo_subscriptions_enabled: "False",
  kobo_superpoints_enabled: "False",
  kobo_wishlist_enabled: "False",
  use_one_store: "False",
};

const paths = {
  add_entitlement: "/v1/library/{RevisionIds}",
  assets: "/v1/assets",
  configuration_data: "/v1/configuration",
  delete_entitlement: "/v1/library/{Ids}",
  delete_tag: "/v1/library/tags/{TagId}",
  delete_tag_items: "/v1/library/tags/{TagId}/items/delete",
  device_auth: "/v1/auth/device",
  device_refresh: "/v1/auth/refresh",
  get_tests_request: "/v1/analytics/gettests",
  library_items: "/v1/user/library",
  library_metadata: "/v1/library/{Ids}/metadata",
  library_sync: "/v1/library/sync",
  post_analytics_event: "/v1/analytics/event",
  reading_state: "/v1/library/{Ids}/state",
  rename_tag: "/v1/library/tags/{TagId}",
  tag_items: "/v1/library/tags/{TagId}/Items",
  tags: "/v1/library/tags",
  user_loyalty_benefits: "/v1/user/loyalty/benefits",
  user_profile: "/v1/user/profile",
};

export function initializeKobo(
  context: HttpContext,
  { params: { token } }: InputOf<typeof koboContract.initializeKobo>,
): ReplyOf<typeof koboContract.initializeKobo> {
  const url = getKoboUrl(context, token);
  // An empty JSON object in Base64.
  context.res.setHeader("x-kobo-apitoken", "e30=");
  const addresses = Object.entries(paths).map(([name, path]) => [name, url + path]);
  return {
    Resources: {
      ...features,
      ...Object.fromEntries(addresses),
      oauth_host: `${url}/oauth`,
      image_host: context.settings.origins[0],
      image_url_quality_template: `${url}/{ImageId}/{Width}/{Height}/{Quality}/{IsGreyscale}/image.jpg`,
      image_url_template: `${url}/{ImageId}/{Width}/{Height}/false/image.jpg`,
    },
  };
}
