import { CircleCheck, Download } from "lucide-react";
import { openPath } from "#shared/routes/shared-file.ts";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { type MessageKey, t } from "#client/lib/i18n/i18n.ts";
import { getProductName } from "#client/lib/product.ts";
import { detectPlatform, type Platform, platforms, useInstall } from "#client/lib/pwa-install.ts";
import { Card } from "#client/ui/card.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";
import { TextLink } from "#client/ui/text-link.tsx";

/** `/download-app` */
export function DownloadPage() {
  usePageTitle(t("support.appTitle"));
  const product = getProductName();
  const ownPlatform = detectPlatform(navigator.userAgent, navigator.maxTouchPoints);
  const others = platforms.filter((platform) => platform !== ownPlatform);
  return (
    <div className="max-w-3xl">
      <PageHeader title={t("support.appTitle")} hint={t("support.appHint", { product })} />
      <Install own={ownPlatform} />
      {"serviceWorker" in navigator && (
        <section aria-labelledby="offline" className="mt-10">
          <h2 id="offline" className="mb-2 font-semibold font-title text-h3">
            {t("support.offlineTitle")}
          </h2>
          <p className="max-w-measure">{t("support.offlineText", { product })}</p>
        </section>
      )}
      <section aria-labelledby="files" className="mt-10">
        <h2 id="files" className="mb-2 font-semibold font-title text-h3">
          {t("support.filesTitle")}
        </h2>
        <p className="mb-2 max-w-measure">{t("support.filesText")}</p>
        <TextLink to={openPath}>{t("support.filesOpen")}</TextLink>
      </section>
      <h2 className="mt-10 mb-4 font-semibold font-title text-h3">{t("support.otherDevices")}</h2>
      <div className="grid gap-4 sm:grid-cols-2">
        {others.map((platform) => (
          <Card key={platform}>
            <Steps platform={platform} />
          </Card>
        ))}
      </div>
    </div>
  );
}

function Install({ own }: { readonly own: Platform }) {
  const { state, install } = useInstall();
  const product = getProductName();
  if (state === "running" || state === "installed") {
    return (
      <Card className="flex items-start gap-4">
        <CircleCheck aria-hidden className="size-8 shrink-0 text-primary" />
        <div role="status">
          <h2 className="font-semibold font-title text-h3">
            {t(state === "running" ? "support.inAppTitle" : "support.installedTitle")}
          </h2>
          <p>{t(state === "running" ? "support.inAppText" : "support.installedText", { product })}</p>
        </div>
      </Card>
    );
  }
  return (
    <Card className="flex flex-col items-start gap-4">
      <h2 className="font-semibold font-title text-h3">{t("support.yourDevice")}</h2>
      {state !== "manual" && (
        <Button
          size="large"
          icon={<Download aria-hidden />}
          isPending={state === "prompting"}
          pendingText={t("support.installing")}
          onClick={install}
        >
          {t("support.install", { product })}
        </Button>
      )}
      {!window.isSecureContext && <p className="text-muted">{t("support.insecure")}</p>}
      <Steps platform={own} />
    </Card>
  );
}

const texts = {
  ios: ["support.iosTitle", "support.iosSteps"],
  android: ["support.androidTitle", "support.androidSteps"],
  desktop: ["support.desktopTitle", "support.desktopSteps"],
  firefox: ["support.firefoxTitle", "support.firefoxSteps"],
} as const satisfies Record<Platform, readonly [MessageKey, MessageKey]>;

function Steps({ platform }: { readonly platform: Platform }) {
  const [title, steps] = texts[platform];
  return (
    <div>
      <h3 className="mb-2 font-semibold">{t(title)}</h3>
      <ol className="flex list-decimal flex-col gap-1 ps-5 marker:text-muted">
        {t(steps)
          .split("\n")
          .map((step) => (
            <li key={step}>{step}</li>
          ))}
      </ol>
    </div>
  );
}
