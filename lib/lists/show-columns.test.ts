import { expect, it } from "vitest";
import { LIST_COLUMNS, LIST_NAMES, readAddressColumns } from "./list-columns";
import { showColumns } from "./show-columns";

it("leaves the default layout to the width of the table", () => {
  for (const list of LIST_NAMES) expect(showColumns(list, null).arrangement).toBeNull();
  expect(showColumns("refunds", null).ids).toEqual(["refund", "status", "requested", "by", "amount"]);
});

it("keeps room for the first column, whatever was chosen", () => {
  const layout = readAddressColumns("payments", "amount,udf1,status:200");
  const { ids, arrangement } = showColumns("payments", layout);
  const { reference, amount, udf1 } = LIST_COLUMNS.payments;
  expect(ids).toEqual(["reference", "amount", "udf1", "status"]);
  expect(arrangement).toEqual({
    widths: { reference: null, amount: null, udf1: udf1.width, status: 200 },
    minWidth: reference.width + amount.width + udf1.width + 200,
  });
});
