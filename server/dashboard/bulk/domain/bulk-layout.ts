import {
  BULK_COLUMNS,
  BULK_REQUIRED_COLUMNS,
  type BulkColumn,
  type BulkKind,
  type BulkLayout,
} from "@/lib/bulk";
import { isBlank, plainlyWritten } from "@/lib/text";
import { readCommaAmount, readTypedAmount } from "@/lib/typed-amount";
import type { BulkRecord } from "./split-records";

/** `isCertain`: nothing else can be meant. Otherwise a person chooses, beginning with this one. */
type FoundLayout = { layout: BulkLayout; isCertain: boolean };

/** The header is among the first records: titles and notes may be above it. */
export const HEADING_LINES = 20;
/** How many records are read to tell what a column has. */
const SAMPLE_RECORDS = 200;
const MAX_NAME_LENGTH = 100;
const MAX_AMOUNT_LENGTH = 40;

/** Names with one meaning: ours, the specification's, and what a person would write. */
const NAMES: Record<BulkColumn, readonly string[]> = {
  reference: ["reference", "merchant_reference", "merchant_transaction_id", "order_id", "order"],
  transaction_id: ["transaction_id", "txn_id"],
  amount: ["amount", "refund_amount"],
  reason: ["reason", "refund_reason"],
};
/** Names of other systems and languages, which are proposed only. What was paid or refunded is never proposed as an amount. */
const PROPOSED: Record<BulkColumn, readonly string[]> = {
  reference: [
    ..."order_number,order_no,order_no.,order_nr,order_name,order_ref,order_reference,order#,ref,ref_no,reference_no".split(
      ",",
    ),
    ..."reference_number,merchant_ref,merchant_order_id,external_id,invoice,invoice_number,invoice_no".split(
      ",",
    ),
    ..."bestellnummer,bestell_nr,bestell_nr.,auftragsnummer,referenz,numéro_de_commande,n°_de_commande".split(
      ",",
    ),
    ..."référence,número_de_pedido,pedido,referencia,numero_ordine,riferimento,ordernummer,referentie".split(
      ",",
    ),
    ..."número_do_pedido,ऑर्डर_संख्या,ऑर्डर_आईडी,संदर्भ,मर्चेंट_रेफ़रेंस".split(","),
  ],
  transaction_id: ["transaction", "txn", "paydeck_id", "paydeck_transaction_id", "ट्रांज़ैक्शन_आईडी"],
  amount: [
    ..."amount_to_refund,refund_amt,refund_value,to_refund,refund_total,refund".split(","),
    ..."erstattungsbetrag,rückerstattungsbetrag,montant_à_rembourser,montant_du_remboursement".split(","),
    ..."importe_a_reembolsar,importe_del_reembolso,importo_da_rimborsare,valor_do_reembolso".split(","),
    ..."terugbetaling,betrag,montant,importe,importo,bedrag,valor,रिफंड_राशि,रिफ़ंड_राशि,राशि".split(","),
  ],
  reason: [
    ..."reason_for_refund,refund_note,grund,erstattungsgrund,motif,raison,motivo,reden,कारण".split(","),
  ],
};

/** Names that mean one thing even beside others that are like them. */
const OWN_NAMES = new Set([
  "reference",
  "merchant_reference",
  "merchant_transaction_id",
  "transaction_id",
  "refund_amount",
  "reason",
  "refund_reason",
]);
/** A column of money beside `amount`: then it is not certain which of them is to be refunded. */
const MONEY_NAME =
  /amount|total|refund|return|paid|price|value|balance|net|gross|due|owed|credit|charge|cost|betrag|montant|importe|राशि/u;
/** A column that says in which currency the amounts are. */
const CURRENCY_NAMES = new Set([
  "currency",
  "currency_code",
  "währung",
  "devise",
  "moneda",
  "valuta",
  "moeda",
  "मुद्रा",
]);

/** How many cells are the name of a column. */
export function knownHeadings(cells: readonly string[]): number {
  return cells.filter((cell) => meaningOf(cell) !== null).length;
}

/** A number that can be an amount, in whatever notation. */
export function readsAsAmount(cell: string): boolean {
  return cell.length <= MAX_AMOUNT_LENGTH && (readTypedAmount(cell).ok || readCommaAmount(cell) !== null);
}

/** How many cells most of the records have; the fewest of several, but more than one. */
export function modalWidth(records: readonly BulkRecord[]): number {
  const counts = new Map<number, number>();
  for (const { cells, isBroken } of records)
    if (isBroken !== true) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  const narrow = (width: number): number => (width < 2 ? Infinity : width);
  const [[width] = [0]] = [...counts].sort(
    ([a, one], [b, other]) => other - one || (narrow(a) < narrow(b) ? -1 : 1),
  );
  return width;
}

/** The records below the heading. */
export function rowsBelow(
  records: readonly BulkRecord[],
  { headingLine }: BulkLayout,
): readonly BulkRecord[] {
  return headingLine === null ? records : records.filter(({ line }) => line > headingLine);
}

/** A heading as it is compared: the memory of a file's columns depends on it too. */
export function headingName(cell: string): string {
  return plainlyWritten(cell.slice(0, MAX_NAME_LENGTH))
    .toLowerCase()
    .replace(/[\s-]+/gu, "_");
}

/** Where a header has the currency of each amount; -1 for nowhere. */
export function currencyColumn(headings: readonly string[]): number {
  return headings.findIndex((cell) => CURRENCY_NAMES.has(headingName(cell)));
}

/**
 * Where the header of a file is, and what its columns mean. Columns are read by their position only in a file without any
 * heading. Whatever else could be meant is left to a person: a wrong column refunds a wrong amount (decision 0373).
 */
export function findLayout(kind: BulkKind, records: readonly BulkRecord[]): FoundLayout {
  const heading = findHeading(kind, records);
  if (heading !== null) return byHeadings(kind, records, heading);
  const columns = Object.fromEntries(BULK_COLUMNS[kind].map((column, index) => [column, index]));
  const layout = withDecimalSign({ headingLine: null, columns, decimalSign: "." }, records);
  return { layout, isCertain: layout.decimalSign === "." && isWithoutHeading(kind, records) };
}

type Meaning = { column: BulkColumn; isCertain: boolean };

const MEANINGS = new Map<string, Meaning>(
  (Object.keys(NAMES) as BulkColumn[]).flatMap((column) => [
    ...PROPOSED[column].map((name) => [name, { column, isCertain: false }] as const),
    ...NAMES[column].map((name) => [name, { column, isCertain: true }] as const),
  ]),
);

function meaningOf(cell: string): Meaning | null {
  if (cell.length > MAX_NAME_LENGTH) return null;
  const name = headingName(cell).replace(/\*$/u, "");
  const meaning = MEANINGS.get(name);
  if (meaning !== undefined) return meaning;
  // "Amount (INR)": what is in brackets says more about it, and a person should see it.
  const short = MEANINGS.get(name.replace(/_?[([][^()[\]]{0,40}[)\]]$/u, ""));
  return short === undefined ? null : { ...short, isCertain: false };
}

/** The record with the most known names, else the first one that has no number at all above records that have some. */
function findHeading(kind: BulkKind, records: readonly BulkRecord[]): BulkRecord | null {
  const first = records.slice(0, HEADING_LINES).filter(({ cells }) => !cells.some(readsAsAmount));
  const used: readonly BulkColumn[] = BULK_COLUMNS[kind];
  const known = first.map(({ cells }) => new Set(cells.map((cell) => meaningOf(cell)?.column)));
  const counts = known.map((columns) => used.filter((column) => columns.has(column)).length);
  const most = Math.max(0, ...counts);
  const found = first[counts.indexOf(most)];
  // A title above several columns may have one name in it: "Refund".
  const isOfColumns = (found?.cells.length ?? 0) > 1 || modalWidth(records.slice(0, SAMPLE_RECORDS)) < 2;
  if (found !== undefined && (most > 1 || (most === 1 && isOfColumns))) return found;
  return first.find((record) => looksLikeHeading(record, records)) ?? null;
}

function looksLikeHeading(record: BulkRecord, records: readonly BulkRecord[]): boolean {
  const width = modalWidth(records.slice(0, SAMPLE_RECORDS));
  const below = records.filter(({ line }) => line > record.line);
  const withDigits = below.filter(({ cells }) => cells.some((cell) => /\p{Nd}/u.test(cell)));
  const named = record.cells.filter((cell) => !isBlank(cell));
  const isAsWide = record.cells.length >= width && (width === 1 || named.length > 1);
  const isUnlike = named.every((cell) => !/\p{Nd}/u.test(cell)) && withDigits.length * 2 > below.length;
  return isAsWide && isUnlike;
}

function byHeadings(kind: BulkKind, records: readonly BulkRecord[], heading: BulkRecord): FoundLayout {
  const meanings = heading.cells.map(meaningOf);
  const columns: BulkLayout["columns"] = {};
  let isCertain = records.every(
    ({ line, cells }) => line >= heading.line || cells.filter((cell) => !isBlank(cell)).length < 2,
  );
  for (const column of BULK_COLUMNS[kind]) {
    const all = meanings.flatMap((meaning, index) => (meaning?.column === column ? [index] : []));
    const certain = all.filter((index) => meanings[index]?.isCertain === true);
    const own = certain.filter((index) => OWN_NAMES.has(headingName(heading.cells[index] ?? "")));
    const candidates = [own, certain, all].find((some) => some.length > 0) ?? [];
    const [index] = candidates;
    if (index !== undefined && candidates.length === 1) columns[column] = index;
    const isRequired = (BULK_REQUIRED_COLUMNS[kind] as readonly BulkColumn[]).includes(column);
    if (isRequired && index === undefined) isCertain = false;
    if (candidates.length > 1 || (index !== undefined && certain.length === 0)) isCertain = false;
    if (own.length === 0 && all.length > 1) isCertain = false;
  }
  const layout = withDecimalSign({ headingLine: heading.line, columns, decimalSign: "." }, records);
  const isMoneyClear = kind !== "refund" || !hasOtherMoney(layout, heading, records);
  return { layout, isCertain: isCertain && layout.decimalSign === "." && isMoneyClear };
}

/** Whether another column may hold the amount. Not asked when the chosen column has one of our own names. */
function hasOtherMoney(layout: BulkLayout, heading: BulkRecord, records: readonly BulkRecord[]): boolean {
  const { amount } = layout.columns;
  if (amount === undefined || OWN_NAMES.has(headingName(heading.cells[amount] ?? ""))) return false;
  const used = Object.values(layout.columns);
  const rows = rowsBelow(records, layout).slice(0, SAMPLE_RECORDS);
  return heading.cells.some((name, index) => {
    if (used.includes(index)) return false;
    const values = rows.map(({ cells }) => cells[index] ?? "").filter((cell) => !isBlank(cell));
    const hasDecimals =
      values.length > 0 && values.every((cell) => readsAsAmount(cell) && /[.,]\d\d\D*$/u.test(cell));
    return hasDecimals || (MONEY_NAME.test(headingName(name)) && values.some(readsAsAmount));
  });
}

/** A decimal comma, when some amounts have one and none has a point for it. */
function withDecimalSign(layout: BulkLayout, records: readonly BulkRecord[]): BulkLayout {
  const { amount } = layout.columns;
  if (amount === undefined) return layout;
  const texts = rowsBelow(records, layout)
    .slice(0, SAMPLE_RECORDS)
    .map(({ cells }) => cells[amount] ?? "")
    .filter(readsAsAmount);
  const hasComma = texts.some((text) => /,[0-9]{1,2}(?![0-9])/u.test(text) && !readTypedAmount(text).ok);
  const hasPoint = texts.some((text) => /\.[0-9]{1,2}(?![0-9])/u.test(text) && readTypedAmount(text).ok);
  return hasComma && !hasPoint ? { ...layout, decimalSign: "," } : layout;
}

/** Whether the first record is a row, and all of them have the cells of the documented order. */
function isWithoutHeading(kind: BulkKind, records: readonly BulkRecord[]): boolean {
  const sample = records.slice(0, SAMPLE_RECORDS).filter(({ isBroken }) => isBroken !== true);
  if (modalWidth(sample) > BULK_COLUMNS[kind].length) return false;
  const valuesOf = (index: number): string[] =>
    sample.map(({ cells }) => cells[index] ?? "").filter((cell) => !isBlank(cell));
  const areMostly = (index: number, test: (cell: string) => boolean): boolean =>
    valuesOf(index).filter(test).length * 2 >= sample.length;
  switch (kind) {
    case "refund": {
      const isFirstARow =
        /^[^\p{L}\p{N}]*\p{Nd}/u.test(sample[0]?.cells[1] ?? "") || readsAsAmount(sample[0]?.cells[1] ?? "");
      // Numbers where the reason belongs: another order of columns, or amounts that a comma divided.
      const areReasons = !valuesOf(2).some(readsAsAmount);
      return isFirstARow && areMostly(1, readsAsAmount) && areReasons;
    }
    case "cancel":
      return valuesOf(1).every((cell) => /^TXN\d/iu.test(cell.trim()));
    case "lookup":
      return true;
  }
}
