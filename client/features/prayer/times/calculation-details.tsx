import { type ReactNode, useMemo } from "react";
import { explainTimes, type TimesExplanation } from "#shared/prayer/explain-times.ts";
import type { ChosenLocation } from "#shared/prayer/prayer-profile.ts";
import type { PrayerSettings } from "#shared/prayer/settings.ts";
import { moonsightingSeventhLatitude } from "#shared/prayer/times.ts";
import { toLocalDay } from "#shared/reading-activity/time-zone.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { useClock } from "./clock.ts";
import { formatAdjustments } from "./minutes.ts";

interface CalculationDetailsProps {
  readonly location: ChosenLocation;
  readonly settings: PrayerSettings;
}

export function CalculationDetails({ location, settings }: CalculationDetailsProps) {
  const today = toLocalDay(location.zone, useClock(60_000).getTime());
  const explanation = useMemo(() => explainTimes(location, settings, today), [location, settings, today]);
  const isHighLatitude = Math.abs(location.latitude) > moonsightingSeventhLatitude;
  return (
    <Card className="flex flex-col gap-4">
      <div>
        <h2 className="font-semibold font-title text-h3">{t("prayer.why")}</h2>
        <p className="text-muted text-small">{t("prayer.whyHint")}</p>
      </div>
      <dl className="flex flex-col gap-3">
        <MethodRow explanation={explanation} />
        <DetailRow term={t("prayer.asrWhy")}>{t(`prayer.shadow_${explanation.shadow}`)}</DetailRow>
        <DetailRow term={t("prayer.rule")}>
          {explanation.nightRule === "own" ? (
            t("prayer.ruleOwn")
          ) : (
            <>
              {t(`prayer.rule_${explanation.nightRule}`)},{" "}
              {t(
                explanation.isRuleChosen
                  ? "prayer.ruleChosen"
                  : isHighLatitude
                    ? "prayer.ruleFar"
                    : "prayer.ruleNear",
              )}
              . {t(`prayer.bound_${getBound(explanation)}`)}
            </>
          )}
          {explanation.isIshaAtMiddle && <span className="block">{t("prayer.ishaAtMiddle")}</span>}
        </DetailRow>
        {explanation.latitudeUsed !== null && (
          <DetailRow term={t("prayer.polar")}>
            {t("prayer.polarText", { degrees: explanation.latitudeUsed.toFixed(1) })}
          </DetailRow>
        )}
        <DetailRow term={t("prayer.adjustments")}>
          {explanation.ownMinutes.length
            ? formatAdjustments(explanation.ownMinutes)
            : t("prayer.noAdjustments")}
        </DetailRow>
        <TomorrowRow explanation={explanation} />
        <DetailRow term={t("prayer.zone")}>
          {t("prayer.zoneText", { zone: location.zone.replaceAll("_", " ") })}
        </DetailRow>
      </dl>
    </Card>
  );
}

function MethodRow({ explanation }: { readonly explanation: TimesExplanation }) {
  const { method, fajrAngle, isha, maghribAngle, isMaghribLimited, methodMinutes, ramadanMinutes } =
    explanation;
  const parts = [
    t("prayer.angleFajr", { n: fajrAngle }),
    maghribAngle !== null &&
      t(isMaghribLimited ? "prayer.limitedMaghrib" : "prayer.angleMaghrib", { n: maghribAngle }),
    "angle" in isha ? t("prayer.angleIsha", { n: isha.angle }) : t("prayer.ishaMinutes", { n: isha.minutes }),
    ramadanMinutes > 0 && t("prayer.ramadanLater", { n: ramadanMinutes }),
    methodMinutes.length > 0 && t("prayer.methodAdds", { list: formatAdjustments(methodMinutes) }),
  ].filter((part) => part !== false);
  return (
    <DetailRow term={t("prayer.method")}>
      {t(`prayer.method_${method}`)}
      <ul className="text-muted text-small">
        {parts.map((part) => (
          <li key={part}>{part}</li>
        ))}
      </ul>
    </DetailRow>
  );
}

function TomorrowRow({ explanation: { tomorrow, clockChange } }: { readonly explanation: TimesExplanation }) {
  const changed = tomorrow.filter(({ minutes }) => minutes !== 0);
  return (
    <DetailRow term={t("prayer.tomorrow")}>
      {changed.length ? formatAdjustments(changed) : t("prayer.sameAsToday")}
      {clockChange !== 0 && (
        <span className="block">
          {t(clockChange > 0 ? "prayer.clocksForward" : "prayer.clocksBack", { n: Math.abs(clockChange) })}
        </span>
      )}
    </DetailRow>
  );
}

function getBound({ isFajrBounded, isIshaBounded }: TimesExplanation) {
  if (isFajrBounded && isIshaBounded) return "both" as const;
  if (isFajrBounded) return "fajr" as const;
  return isIshaBounded ? ("isha" as const) : ("none" as const);
}

function DetailRow({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className="font-medium text-muted text-small">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
