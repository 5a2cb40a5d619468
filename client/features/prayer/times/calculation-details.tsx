import { type ReactNode, useMemo } from "react";
import { type Why, whyOf } from "#shared/prayer/explain-times.ts";
import type { ChosenPlace } from "#shared/prayer/prayer-profile.ts";
import type { PrayerSettings } from "#shared/prayer/settings.ts";
import { sevenfoldFrom } from "#shared/prayer/times.ts";
import { dayAt } from "#shared/reading-activity/time-zone.ts";
import { say } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { useClock } from "./clock.ts";
import { minutesList } from "./minutes.ts";

interface WhyCardProps {
  readonly place: ChosenPlace;
  readonly settings: PrayerSettings;
}

/** What today's times come from, so that whoever finds them different elsewhere sees why. */
export function WhyCard({ place, settings }: WhyCardProps) {
  const today = dayAt(place.zone, useClock(60_000).getTime());
  const why = useMemo(() => whyOf(place, settings, today), [place, settings, today]);
  const isFar = Math.abs(place.latitude) > sevenfoldFrom;
  return (
    <Card className="flex flex-col gap-4">
      <div>
        <h2 className="font-semibold font-title text-h3">{say("prayer.why")}</h2>
        <p className="text-muted text-small">{say("prayer.whyHint")}</p>
      </div>
      <dl className="flex flex-col gap-3">
        <MethodLine why={why} />
        <Line term={say("prayer.asrWhy")}>{say(`prayer.shadow_${why.shadow}`)}</Line>
        <Line term={say("prayer.rule")}>
          {why.nightRule === "own" ? (
            say("prayer.ruleOwn")
          ) : (
            <>
              {say(`prayer.rule_${why.nightRule}`)},{" "}
              {say(why.isRuleChosen ? "prayer.ruleChosen" : isFar ? "prayer.ruleFar" : "prayer.ruleNear")}.{" "}
              {say(`prayer.bound_${boundOf(why)}`)}
            </>
          )}
          {why.isIshaAtMiddle && <span className="block">{say("prayer.ishaAtMiddle")}</span>}
        </Line>
        {why.latitudeUsed !== null && (
          <Line term={say("prayer.polar")}>
            {say("prayer.polarText", { degrees: why.latitudeUsed.toFixed(1) })}
          </Line>
        )}
        <Line term={say("prayer.adjustments")}>
          {why.ownMinutes.length ? minutesList(why.ownMinutes) : say("prayer.noAdjustments")}
        </Line>
        <TomorrowLine why={why} />
        <Line term={say("prayer.zone")}>
          {say("prayer.zoneText", { zone: place.zone.replaceAll("_", " ") })}
        </Line>
      </dl>
    </Card>
  );
}

function MethodLine({ why }: { readonly why: Why }) {
  const { method, fajrAngle, isha, maghribAngle, isMaghribSunset, methodMinutes, ramadanMinutes } = why;
  const parts = [
    say("prayer.angleFajr", { n: fajrAngle }),
    maghribAngle !== null &&
      say(isMaghribSunset ? "prayer.sunsetMaghrib" : "prayer.angleMaghrib", { n: maghribAngle }),
    "angle" in isha
      ? say("prayer.angleIsha", { n: isha.angle })
      : say("prayer.ishaMinutes", { n: isha.minutes }),
    ramadanMinutes > 0 && say("prayer.ramadanLater", { n: ramadanMinutes }),
    methodMinutes.length > 0 && say("prayer.methodAdds", { list: minutesList(methodMinutes) }),
  ].filter((part) => part !== false);
  return (
    <Line term={say("prayer.method")}>
      {say(`prayer.method_${method}`)}
      <ul className="text-muted text-small">
        {parts.map((part) => (
          <li key={part}>{part}</li>
        ))}
      </ul>
    </Line>
  );
}

function TomorrowLine({ why: { tomorrow, clockChange } }: { readonly why: Why }) {
  const changed = tomorrow.filter(({ minutes }) => minutes !== 0);
  return (
    <Line term={say("prayer.tomorrow")}>
      {changed.length ? minutesList(changed) : say("prayer.sameTomorrow")}
      {clockChange !== 0 && (
        <span className="block">
          {say(clockChange > 0 ? "prayer.clocksForward" : "prayer.clocksBack", { n: Math.abs(clockChange) })}
        </span>
      )}
    </Line>
  );
}

function boundOf({ isFajrBounded, isIshaBounded }: Why) {
  if (isFajrBounded && isIshaBounded) return "both" as const;
  if (isFajrBounded) return "fajr" as const;
  return isIshaBounded ? ("isha" as const) : ("none" as const);
}

function Line({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className="font-medium text-muted text-small">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
