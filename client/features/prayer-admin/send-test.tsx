import { Send } from "lucide-react";
import { adminContract } from "#shared/admin/contract.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { Section } from "#client/ui/section.tsx";
import { TextLink } from "#client/ui/text-link.tsx";

export function SendTest() {
  const sendMutation = useContractMutation(adminContract.sendTest, { handlesErrors: true });
  const { data, error } = sendMutation;
  return (
    <Section title={t("athan.test")}>
      <Card className="flex flex-col items-start gap-3">
        <p className="text-muted">{t("athan.testHint")}</p>
        <Button
          icon={<Send aria-hidden />}
          isPending={sendMutation.isPending}
          onClick={() => sendMutation.mutate({})}
        >
          {t("athan.sendTest")}
        </Button>
        <div aria-live="polite" className="min-h-6">
          {error && <p className="text-destructive">{getErrorMessage(error)}</p>}
          {data && data.devices > 0 && <p>{t("athan.testSent", { n: data.devices })}</p>}
          {data?.devices === 0 && (
            <p>
              {t("athan.noDevice")}{" "}
              <TextLink to="/notifications-settings">{t("athan.enableNotifications")}</TextLink>
            </p>
          )}
        </div>
      </Card>
    </Section>
  );
}
