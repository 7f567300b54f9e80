import { currentLocale, translator } from "@/components/i18n/server";
import { Fact, Facts } from "@/components/ui/facts";
import { Panel } from "@/components/ui/panel";
import { rateFormat } from "@/components/ui/rate-format";
import { EmptyValue, ForeignText } from "@/components/ui/text";
import { Age, Time } from "@/components/ui/time";
import type { OpsResult } from "@/lib/contract/ops";

type Listed = OpsResult<"gateways.list">;
type Gateway = Listed["gateways"][number];

/** One gateway: its health, the outcomes of the merchant's payments there, and its capabilities. */
export async function GatewayPanel({
  gateway,
  recentPayments,
}: {
  gateway: Gateway;
  recentPayments: Listed["recent_payments"];
}) {
  const t = await translator("gateways");
  const common = await translator("common");
  const { name, health, capabilities, recent } = gateway;
  const tried = recent.opened + recent.failed;
  const isOff = gateway.takes_payments === false;
  return (
    <Panel
      title={<span className="font-mono">{name}</span>}
      aside={
        recent.failed > 0 && (
          <span className="text-sm text-ink-muted tabular-nums">
            {t("failedShare", { share: rateFormat(await currentLocale())(recent.failed / tried) })}
          </span>
        )
      }
    >
      {gateway.test === true && <p className="mb-1 max-w-prose text-sm text-ink-muted">{t("testMeaning")}</p>}
      <p className="mb-3 max-w-prose text-sm text-ink-muted">
        {t(isOff ? "offMeaning" : `stateMeaning.${health.state}`)}
      </p>
      <div className="grid gap-x-10 gap-y-3 xl:grid-cols-2">
        <Facts>
          <Fact name={t("opened")}>
            <span className="tabular-nums">{t("count", { n: recent.opened })}</span>
            <p className="text-xs text-ink-muted">
              {t.rich("recentSince", { time: () => <Time iso={recentPayments.since} /> })}
              {!recentPayments.complete && <>, {t("recentIncomplete")}</>}
            </p>
          </Fact>
          <Fact name={t("failed")}>
            <span className="tabular-nums">{t("count", { n: recent.failed })}</span>
            <p className="text-xs text-ink-muted">{t("failedHint")}</p>
          </Fact>
          <Fact name={t("skipped")}>
            <span className="tabular-nums">{t("count", { n: recent.skipped })}</span>
          </Fact>
          {health.state === "closed" && (
            <Fact name={t("failures")}>
              <span className="tabular-nums">
                {health.consecutive_failures === 0 ? t("failuresNone") : health.consecutive_failures}
              </span>
            </Fact>
          )}
          {health.opened_at !== null && (
            <Fact name={t("since")}>
              <Moment iso={health.opened_at} />
            </Fact>
          )}
          {health.state !== "closed" && (
            <Fact name={t("nextTrial")}>
              {health.next_trial_at === null ? t("nextTrialNow") : <Time iso={health.next_trial_at} />}
            </Fact>
          )}
          <Fact name={t("lastFailure")}>
            {health.last_failure === null ? (
              <EmptyValue>{t("neverFailed")}</EmptyValue>
            ) : (
              <>
                <ForeignText>{health.last_failure}</ForeignText>
                {health.last_failure_at !== null && (
                  <p className="text-xs text-ink-muted">
                    <Moment iso={health.last_failure_at} />
                  </p>
                )}
              </>
            )}
          </Fact>
        </Facts>
        <Facts>
          <Fact name={t("methods")}>
            {capabilities.methods.map((method) => common(`methodName.${method}`)).join(", ")}
          </Fact>
          <Fact name={t("currencies")}>
            <Currencies codes={capabilities.currencies ?? null} />
          </Fact>
          <Fact name={t("can")}>
            <ul>
              <li>{t(capabilities.voids ? "voids" : "notVoids")}</li>
              <li>{t(capabilities.notifies ? "notifies" : "notNotifies")}</li>
            </ul>
          </Fact>
        </Facts>
      </div>
    </Panel>
  );
}

/** The most currencies that are read at a glance. */
const FEW = 8;

/** Null: all of them. */
async function Currencies({ codes }: { codes: readonly string[] | null }) {
  const t = await translator("gateways");
  if (codes === null) return t("allCurrencies");
  if (codes.length <= FEW) return codes.join(", ");
  return (
    <details>
      <summary className="w-fit cursor-pointer text-accent">
        {t("currencyCount", { n: codes.length })}
      </summary>
      <p className="mt-1 text-sm">{codes.join(", ")}</p>
    </details>
  );
}

function Moment({ iso }: { iso: string }) {
  return (
    <>
      <Time iso={iso} />{" "}
      <span className="text-ink-muted">
        (<Age iso={iso} />)
      </span>
    </>
  );
}
