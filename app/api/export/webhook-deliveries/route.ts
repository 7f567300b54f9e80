import type { NextRequest } from "next/server";
import { filterOf, queryOf, shownFilter } from "@/app/(dashboard)/webhooks/_components/delivery-filter";
import { paths } from "@/lib/paths";
import { exportDeliveries } from "@/server/dashboard/webhooks/queries/export-deliveries";
import { respondWithExport, formatOf } from "../_response";

/** Exports the webhook deliveries that match the filter in the address, of all endpoints or of one. */
export function GET(request: NextRequest): Promise<Response> {
  const given = request.nextUrl.searchParams;
  const filter = { ...shownFilter(Object.fromEntries(given)), cursor: "" };
  const endpointId = given.get("endpoint");
  const format = formatOf(given.get("format"));

  return respondWithExport(
    (problem) => {
      const query = { ...queryOf(filter), export: problem };
      return endpointId === null ? paths.webhookDeliveries(query) : paths.webhook(endpointId, query);
    },
    async (ctx) => {
      // A value that no filter knows would export more than was meant.
      if (
        format === null ||
        Object.entries(filter).some(([name, value]) => value !== (given.get(name) ?? ""))
      )
        return "invalid";
      const endpoint = endpointId === null ? {} : { endpoint_id: endpointId };
      return exportDeliveries(ctx, { filter: { ...filterOf(filter), ...endpoint }, format });
    },
  );
}
