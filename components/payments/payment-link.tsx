"use client";

import { ExternalLink } from "lucide-react";
import { useTranslations } from "use-intl/react";
import { buttonClass } from "@/components/ui/button";
import { CopyableId } from "@/components/ui/copyable-id";
import { Panel } from "@/components/ui/panel";
import type { PaymentLinkView, QrView } from "@/lib/payments/payment-detail-view";

/**
 * A payment's link, of one that failed for another try (`isRetry`): to copy, to open, and as a QR code drawn on the server. Needs the messages of the area "payment".
 */
export function PaymentLinkPanel({ link, isRetry = false }: { link: PaymentLinkView; isRetry?: boolean }) {
  const t = useTranslations("payment.link");
  return (
    <Panel title={t("title")}>
      <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
        {link.qr !== null && <QrCode qr={link.qr} label={t("qr")} />}
        <div className="min-w-0 flex-1 basis-60 space-y-2.5">
          <p className="max-w-prose text-sm text-ink-muted">{t(isRetry ? "again" : "about")}</p>
          <CopyableId id={link.url} what={t("copy")} />
          {link.canOpen ? (
            <p>
              <a
                href={link.url}
                target="_blank"
                rel="noopener noreferrer"
                className={buttonClass("secondary", "sm")}
              >
                <ExternalLink aria-hidden className="size-3.5" />
                {t("open")}
                <span className="sr-only">{t("newTab")}</span>
              </a>
            </p>
          ) : (
            <p className="text-sm text-warning">{t("notWeb")}</p>
          )}
        </div>
      </div>
    </Panel>
  );
}

/** Black on white in both themes, with a quiet zone of four modules: cameras need both. */
function QrCode({ qr, label }: { qr: QrView; label: string }) {
  const edge = qr.size + 8;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`-4 -4 ${String(edge)} ${String(edge)}`}
      shapeRendering="crispEdges"
      className="size-40 shrink-0 rounded border border-line"
    >
      <rect x={-4} y={-4} width={edge} height={edge} fill="white" />
      <path d={qr.path} fill="black" />
    </svg>
  );
}
