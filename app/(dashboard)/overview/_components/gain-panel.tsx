import { currentLocale, translator } from "@/components/i18n/server";
import { buttonClass } from "@/components/ui/button";
import { countFormat } from "@/components/ui/chart-formats";
import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import type { OverviewGain } from "@/lib/overview/overview-views";
import { paths } from "@/lib/paths";
import { signedPoints } from "@/lib/rules/points";

/** What routing by success rates gained over other rules, with its interval (decision 0321); nothing while that is not known. */
export async function GainPanel({ gain: given }: { gain: OverviewGain }) {
  const [t, locale] = await Promise.all([translator("overview"), currentLocale()]);
  const { gain, basis } = given;
  if (gain === null) return null;
  const signed = signedPoints(locale);
  const count = countFormat(locale);
  const verdict = gain.low > 0 ? "better" : gain.high < 0 ? "worse" : "unclear";
  return (
    <Panel
      title={t("gain.title")}
      aside={
        <Link href={paths.gateways()} className={`${buttonClass("link", "sm")} -mx-2.5`}>
          {t("gain.toRates")}
        </Link>
      }
    >
      <p>
        <span className="text-xl font-semibold tabular-nums">
          {t("gain.points", { points: signed(gain.difference) })}
        </span>{" "}
        <span
          className={cx(
            "text-sm font-medium",
            verdict === "better" && "text-success",
            verdict === "worse" && "text-danger",
          )}
        >
          · {t(`gain.${verdict}`)}
        </span>
        <span className="block text-sm text-ink-muted tabular-nums">
          {t("gain.interval", {
            low: signed(gain.low),
            high: signed(gain.high),
            n: count(given.compared),
          })}
        </span>
      </p>
      {basis !== null && (
        <p className="mt-1 max-w-prose text-sm text-ink-muted">{t(`gain.about.${basis}`)}</p>
      )}
    </Panel>
  );
}
