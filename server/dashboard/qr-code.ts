import QRCode from "qrcode";
import type { PaymentLinkView, QrView } from "@/lib/payments/payment-detail-view";

/** A payment link for the screens. It comes from the service, so it is not trusted to be a web URL. */
export function presentLink(url: string): PaymentLinkView {
  const protocol = URL.canParse(url) ? new URL(url).protocol : "";
  const canOpen = protocol === "https:" || protocol === "http:";
  return { url, canOpen, qr: canOpen ? qrOf(url) : null };
}

/** Null when the text is too long for a QR code. */
function qrOf(text: string): QrView | null {
  try {
    const { modules } = QRCode.create(text, { errorCorrectionLevel: "M" });
    const rows = Array.from({ length: modules.size }, (_, y) => y);
    return { size: modules.size, path: rows.map((y) => pathOfRow(modules, y)).join("") };
  } catch {
    return null;
  }
}

/** One rectangle for each run of dark squares. */
function pathOfRow(
  modules: { size: number; get(row: number, column: number): number | boolean },
  y: number,
): string {
  let path = "";
  let x = 0;
  while (x < modules.size) {
    const start = x;
    while (x < modules.size && Boolean(modules.get(y, x))) x += 1;
    if (x > start) path += `M${String(start)} ${String(y)}h${String(x - start)}v1h-${String(x - start)}z`;
    x += 1;
  }
  return path;
}
