import type { NextRequest } from "next/server";
import { BULK_COLUMNS, BULK_KINDS } from "@/lib/bulk";

/** An empty file with the header of a kind. It contains no data, so it needs no session. */
export function GET(request: NextRequest): Response {
  const asked = request.nextUrl.searchParams.get("kind");
  const kind = BULK_KINDS.find((one) => one === asked) ?? "refund";
  return new Response(`\ufeff${BULK_COLUMNS[kind].join(",")}\r\n`, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="paydeck-${kind}-template.csv"`,
    },
  });
}
