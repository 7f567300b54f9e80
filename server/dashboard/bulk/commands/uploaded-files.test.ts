import { describe, expect, it } from "vitest";
import type { BulkKind } from "@/lib/bulk";
import { inTurns } from "@/server/platform/in-turns";
import { findLayout } from "../domain/bulk-layout";
import { readBulkTable } from "../domain/bulk-table";
import { readBulkFile } from "./read-bulk-file";

/** What is read without a question: each row as "reference amount", or its faults; null if a person is asked. */
async function readOf(text: string, kind: BulkKind = "refund"): Promise<string[] | null> {
  const file = await readBulkFile(new TextEncoder().encode(text));
  if (!file.ok) throw new Error(file.error.kind);
  const { layout, isCertain } = findLayout(kind, file.value.records);
  if (!isCertain || file.value.isAssumed) return null;
  const table = await inTurns(readBulkTable(kind, file.value.records, layout));
  if (!table.ok) throw new Error(table.error.kind);
  return table.value.rows.map(({ reference, amountText, transactionId, faults }) =>
    faults.length > 0
      ? faults.map((fault) => fault.kind).join(" ")
      : [reference, amountText ?? transactionId].filter((part) => part !== null).join(" "),
  );
}

async function proposalOf(text: string, kind: BulkKind = "refund") {
  const file = await readBulkFile(new TextEncoder().encode(text));
  if (!file.ok) throw new Error(file.error.kind);
  return findLayout(kind, file.value.records).layout;
}

describe("a file is read without a question only if nothing else can be meant", () => {
  it.each([
    ["the documented order", "HB-1,5.00\nHB-2,6.00,late\n", ["HB-1 5.00", "HB-2 6.00"]],
    ["the template", "\ufeffreference,amount,reason,transaction_id\r\nHB-1,5.00,,\r\n", ["HB-1 5.00"]],
    ["any order", "Refund amount;Colour;Order ID\n5.00;red;HB-1", ["HB-1 5.00"]],
    [
      "a title line",
      "Refunds March 2026\r\n\r\nOrder ID,Order total,Refund amount\r\nHB-1,500.00,12.00\r\n",
      ["HB-1 12.00"],
    ],
    [
      "titles with another delimiter",
      "Refunds, March, 2026\nby: Ann, Bob\n\nOrder ID;Refund amount\nHB-1;12.00\n",
      ["HB-1 12.00"],
    ],
    ["a padded title", "Refunds,,\n,,\nreference,amount,reason\nHB-1,5.00,x", ["HB-1 5.00"]],
    ["a named delimiter and another order", "sep=,\r\namount,reference\r\n10.00,HB-1\r\n", ["HB-1 10.00"]],
    ["empty lines", "\n\nreference,amount\n\nHB-1,5.00\n,\n\nHB-2,6.00", ["HB-1 5.00", "HB-2 6.00"]],
    ["tabs", "reference\tamount\nHB-1\t5.00", ["HB-1 5.00"]],
    ["bars", "reference|amount\nHB-1|1,005.00", ["HB-1 1,005.00"]],
    ["spaces before quotes", 'reference, amount, reason\n"HB-1", "34.00", "x"', ["HB-1 34.00"]],
    ["a number kept as text", 'reference,amount\n="0123",5.00', ["0123 5.00"]],
    ["a line with a stray quote", 'reference,amount\nH"B-1,5.00\nHB-2,6.00', ["quotes", "HB-2 6.00"]],
    ["a quote that is not closed", 'reference,amount\n"HB-1,5.00\nHB-2,6.00', ["quotes", "HB-2 6.00"]],
    [
      "an amount that a comma divides",
      "reference,amount\nHB-1,€2,614.50\nHB-2,6.00",
      ["divided_amount", "HB-2 6.00"],
    ],
    [
      "the same before a reason",
      "reference,amount,reason\nHB-1,2,614.50\nHB-2,6.00,x",
      ["divided_amount", "HB-2 6.00"],
    ],
    [
      "a decimal comma that divides",
      "reference,amount,reason\nHB-1,12,50\nHB-2,6.00,x",
      ["divided_amount", "HB-2 6.00"],
    ],
    ["a total below", "reference,amount\nHB-1,5.00\n,5.00", ["HB-1 5.00", "empty"]],
    ["the header again", "reference,amount\nHB-1,5.00\nreference,amount", ["HB-1 5.00", "bad_amount"]],
    [
      "a result of Paydeck",
      '"reference","amount","reason","transaction_id","currency","outcome","line"\n"HB-1","5.00","","TXN1","INR","problem","1"',
      ["HB-1 INR 5.00"],
    ],
  ])("%s", async (_name, text, expected) => {
    expect(await readOf(text)).toEqual(expected);
  });

  it.each([
    ["unknown headings", "Order number,Order total,Refunded so far\nHB-1,500.00,\nHB-2,500.00,"],
    ["a heading that could be two", "Order number,Order total,Amount\nHB-1,500.00,12.00"],
    ["the total is called amount", "Order ID,Amount,Amount refunded\nHB-1,500.00,12.00"],
    ["the total is called amount, beside money of another name", "order,amount,so far\nHB-1,500.00,12.00"],
    ["money that is called otherwise", "order,amount,returned\nHB-1,500,12"],
    ["a repeated heading", "reference,amount,amount\nHB-1,500.00,12.00"],
    ["two references", "order,order_id,refund_amount\nHB-1,77,12.00"],
    ["headings without a needed one", "transaction_id,reason\nTXN1,late"],
    ["an amount in another currency's column", "reference,Amount (USD)\nHB-1,5.00"],
    ["no headings, in another order", "HB-1,500.00,12.00\nHB-2,500.00,13.00"],
    ["no headings, and more columns", "HB-1,500.00,x,TXN1,12.00\nHB-2,500.00,x,TXN2,12.00"],
    ["no headings, a name first", "Ann,HB-1,5.00\nBob,HB-2,6.00"],
    ["no headings, and a title", "Refunds\nHB-1,5.00\nHB-2,6.00"],
    ["rows above the header", "HB-1,5.00\nreference,amount\nHB-2,6.00"],
    ["a decimal comma", "reference;amount\nHB-1;499,00\nHB-2;1.499,00"],
    ["a decimal comma without headings", "HB-1;499,00\nHB-2;1.499,00"],
    ["Shopify", "Name,Email,Financial Status,Total,Refunded Amount\n#1001,a@b.example,paid,500.00,12.00"],
    ["WooCommerce", "Order Number,Order Status,Order Total,Refund Total\n1001,completed,500.00,12.00"],
    ["Stripe", "id,Amount,Amount Refunded,Currency,Order\npi_1,500.00,0.00,inr,HB-1"],
    ["German", "Bestellnummer;Betrag;Grund\nHB-1;12,50;defekt"],
    ["Hindi", "ऑर्डर संख्या,राशि\nHB-1,12.50"],
  ])("a person is asked: %s", async (_name, text) => {
    expect(await readOf(text)).toBeNull();
  });

  it("cancels and lookups are read by the same rules", async () => {
    expect(await readOf("HB-1\nHB-2", "cancel")).toEqual(["HB-1", "HB-2"]);
    expect(await readOf("reference\nORDER-A", "cancel")).toEqual(["ORDER-A"]);
    expect(await readOf("HB-1,TXN20260101\nHB-2", "cancel")).toEqual(["HB-1 TXN20260101", "HB-2"]);
    expect(await readOf("Parent order,Order number\nHB-1,HB-7", "cancel")).toBeNull();
    expect(await readOf("HB-1,HB-7\nHB-2,HB-8", "cancel")).toBeNull();
    expect(await readOf("Bestellnummer\n1001\n1002", "lookup")).toBeNull();
    expect(await readOf("reference,colour\nHB-1,red", "lookup")).toEqual(["HB-1"]);
  });
});

describe("what is proposed", () => {
  it.each([
    ["Order number,Order total,Refunded so far\nHB-1,500.00,", 1, { reference: 0 }],
    ["Order number,Order total,Amount\nHB-1,500.00,12.00", 1, { reference: 0, amount: 2 }],
    ["reference,amount,amount\nHB-1,500.00,12.00", 1, { reference: 0 }],
    ["merchant_reference,order_id,refund_amount\nHB-1,7,12.00", 1, { reference: 0, amount: 2 }],
    ["Bestellnummer;Betrag;Grund\nHB-1;12,50;defekt", 1, { reference: 0, amount: 1, reason: 2 }],
    [
      "Numéro de commande;Montant à rembourser;Motif\nHB-1;12,50;x",
      1,
      { reference: 0, amount: 1, reason: 2 },
    ],
    ["Export\n\nऑर्डर संख्या,राशि\nHB-1,12.50", 3, { reference: 0, amount: 1 }],
    ["Name,Total,Refunded Amount\n#1001,500.00,12.00", 1, {}],
  ])("%j", async (text, headingLine, columns) => {
    expect(await proposalOf(text)).toMatchObject({ headingLine, columns });
    expect((await proposalOf(text)).columns).toEqual(columns);
  });

  it("a decimal comma is read as one once a person has agreed", async () => {
    const file = await readBulkFile(
      new TextEncoder().encode("reference;amount\nA;499,00\nB;1.499,5\nC;€ 12\nD;1 499,00 €\nE;1,499"),
    );
    if (!file.ok) throw new Error(file.error.kind);
    const { layout } = findLayout("refund", file.value.records);
    const table = await inTurns(readBulkTable("refund", file.value.records, layout));
    expect(
      table.ok && table.value.rows.map(({ amountPaise, amountText }) => [amountText, amountPaise]),
    ).toEqual([
      ["499.00", 49_900n],
      ["1499.5", 149_950n],
      ["€12", 1_200n],
      ["€1499.00", 149_900n],
      ["1,499", null],
    ]);
  });
});
