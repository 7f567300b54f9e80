import { CircleQuestionMark } from "lucide-react";
import { translator } from "@/components/i18n/server";
import { Tool } from "@/components/ui/tool-bar";
import { DELIVERY_STATES } from "@/lib/webhooks";
import { DeliveryStatus } from "./delivery-status";

/** What each state of a delivery means. */
export async function StateLegend() {
  const t = await translator("webhooks");
  return (
    <Tool icon={CircleQuestionMark} label={t("deliveries.legend")}>
      <dl className="grid gap-x-3 gap-y-2 text-sm sm:grid-cols-[max-content_1fr]">
        {DELIVERY_STATES.map((state) => (
          <div key={state} className="contents">
            <dt>
              <DeliveryStatus state={state} />
            </dt>
            <dd className="text-ink-muted">{t(`deliveries.meaning.${state}`)}</dd>
          </div>
        ))}
      </dl>
    </Tool>
  );
}
