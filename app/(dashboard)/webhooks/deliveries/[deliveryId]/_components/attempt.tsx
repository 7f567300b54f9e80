import { CircleCheck, CircleX } from "lucide-react";
import { translator } from "@/components/i18n/server";
import { Time } from "@/components/ui/time";
import { ForeignText } from "@/components/ui/text";
import type { OpsResult } from "@/lib/contract/ops";

type AttemptView = OpsResult<"webhooks.delivery">["attempt_log"][number];

/** One attempt on one line; opened, it shows the whole request and response. */
export async function Attempt({ attempt }: { attempt: AttemptView }) {
  const t = await translator("webhooks");
  const { response_status: status } = attempt;
  const isTaken = status !== null && status >= 200 && status < 300;
  return (
    <li className="py-2.5">
      <details>
        <summary className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          {isTaken ? (
            <CircleCheck aria-hidden className="size-4 shrink-0 text-success" />
          ) : (
            <CircleX aria-hidden className="size-4 shrink-0 text-danger" />
          )}
          <span className="font-medium">{t("delivery.attempt", { number: attempt.number })}</span>
          <span className="tabular-nums">
            {attempt.error === null ? (status ?? t("deliveries.noResponse")) : t(`error.${attempt.error}`)}
          </span>
          <span className="text-ink-muted tabular-nums">
            {t("delivery.took", { ms: attempt.duration_ms })} · <Time iso={attempt.started_at} />
          </span>
        </summary>
        <div className="mt-3 grid gap-4 xl:grid-cols-2">
          <div className="min-w-0 space-y-2">
            <h3 className="text-sm font-semibold">{t("delivery.request")}</h3>
            <p className="font-mono text-[0.8125rem] wrap-anywhere" dir="ltr">
              POST {attempt.url}
            </p>
            <CodeBlock label={t("delivery.headers")} text={headerLines(attempt.request_headers)} />
          </div>
          <div className="min-w-0 space-y-2">
            <h3 className="text-sm font-semibold">{t("delivery.response")}</h3>
            {attempt.error !== null && (
              <p className="text-sm text-danger">
                {t(`error.${attempt.error}`)}
                {attempt.error_message !== null && (
                  <>
                    {" "}
                    <ForeignText>{attempt.error_message}</ForeignText>
                  </>
                )}
              </p>
            )}
            {status !== null && <p className="font-mono text-[0.8125rem]">HTTP {status}</p>}
            {attempt.response_headers !== null && (
              <CodeBlock label={t("delivery.headers")} text={headerLines(attempt.response_headers)} />
            )}
            {attempt.response_body !== null && (
              <>
                <CodeBlock
                  label={t("delivery.responseBody")}
                  text={attempt.response_body === "" ? t("delivery.emptyBody") : attempt.response_body}
                />
                {attempt.response_body_is_cut === true && (
                  <p className="text-sm text-ink-muted">{t("delivery.cut")}</p>
                )}
              </>
            )}
          </div>
        </div>
      </details>
    </li>
  );
}

function headerLines(headers: Record<string, string>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
}

/** Raw text, complete and unchanged; it wraps rather than scrolls sideways. */
export function CodeBlock({ label, text }: { label: string; text: string }) {
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1 text-xs text-ink-muted">{label}</figcaption>
      <pre
        dir="ltr"
        className="rounded border border-line bg-canvas p-2.5 font-mono text-xs wrap-anywhere whitespace-pre-wrap"
      >
        {text}
      </pre>
    </figure>
  );
}

/** Indents JSON; other text is unchanged. Numbers stay as written: nothing here is an amount to compute with. */
export function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
