import { CalendarDays } from "lucide-react";
import { currentLocale, translator } from "@/components/i18n/server";
import { requestedAddress } from "@/components/navigation/server";
import { Button } from "@/components/ui/button";
import { daysFormat } from "@/components/ui/chart-formats";
import { TextField } from "@/components/ui/controls";
import { Tabs } from "@/components/ui/tabs";
import { ToolMenu } from "@/components/ui/tool-bar";
import { paths } from "@/lib/paths";
import {
  type ChosenDays,
  OVERVIEW_RANGES,
  type OverviewSpan,
} from "@/server/dashboard/overview/domain/overview-span";

type OverviewPeriodsProps = {
  span: OverviewSpan;
  /** What the address has, valid or not. */
  days: ChosenDays | null;
  zone: string;
};

/** The periods up to now as tabs, and a form for days of one's own: a plain GET form, whose days the address has. */
export async function OverviewPeriods({ span, days, zone }: OverviewPeriodsProps) {
  const t = await translator("overview");
  const format = daysFormat(await currentLocale(), zone);
  const periods = OVERVIEW_RANGES.map((range) => ({
    href: paths.overview({ range }),
    label: t(`range.${range}`),
    isHere: range === span.range,
  }));
  const chosen =
    span.range === "days" && days !== null
      ? [
          {
            href: paths.overview(days),
            label: format(span.from, new Date(span.until.getTime() - 1)),
            isHere: true,
          },
        ]
      : [];
  return (
    <div className="mb-4 flex items-center gap-2 border-b border-line">
      <div className="min-w-0 grow">
        <Tabs label={t("ranges")} tabs={[...chosen, ...periods]} isInHeader />
      </div>
      <ToolMenu icon={CalendarDays} label={t("days.choose")}>
        <form
          action={await requestedAddress(paths.overview())}
          aria-label={t("days.choose")}
          className="grid gap-3 p-2"
        >
          <TextField label={t("days.from")} type="date" name="from" defaultValue={days?.from} required />
          <TextField label={t("days.until")} type="date" name="until" defaultValue={days?.until} required />
          <Button isPlain type="submit" variant="primary" size="sm">
            {t("days.show")}
          </Button>
        </form>
      </ToolMenu>
    </div>
  );
}
