import { schemeName } from "./scheme-name";

/** Banks by the first four characters of their IFSC, and by the short names that merchants send instead. */
const BANKS: Readonly<Record<string, string>> = {
  AXIS: "Axis Bank",
  BARB: "Bank of Baroda",
  BKID: "Bank of India",
  CBIN: "Central Bank of India",
  CNRB: "Canara Bank",
  FDRL: "Federal Bank",
  HDFC: "HDFC Bank",
  ICIC: "ICICI Bank",
  ICICI: "ICICI Bank",
  IDFB: "IDFC FIRST Bank",
  IDIB: "Indian Bank",
  INDB: "IndusInd Bank",
  IOBA: "Indian Overseas Bank",
  KKBK: "Kotak Mahindra Bank",
  KOTAK: "Kotak Mahindra Bank",
  PUNB: "Punjab National Bank",
  RATN: "RBL Bank",
  SBI: "State Bank of India",
  SBIN: "State Bank of India",
  UBIN: "Union Bank of India",
  UTIB: "Axis Bank",
  YESB: "YES Bank",
};

const names = Object.values(BANKS);
/** Services compare codes: two of them are two banks to a rule or a filter. */
const isShared = (name: string): boolean => names.indexOf(name) !== names.lastIndexOf(name);

/** By code, which stands beside a name that several have. Rules have them among their texts: scripts are dearer. */
export const BANK_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(BANKS).map(([code, name]) => [code, isShared(name) ? `${name} (${code})` : name]),
);

/** The name of a card scheme or bank; what merchants send is free text, so other codes stay. */
export function kindName(field: string, code: string): string {
  if (field === "scheme" || field === "card_scheme") return schemeName(code);
  if (field !== "bank" && field !== "issuing_bank") return code;
  return (Object.hasOwn(BANK_NAMES, code) ? BANK_NAMES[code] : undefined) ?? code;
}

/** A condition as the service says it, with the schemes and banks in it named. */
export function withKindNames(field: string, text: string): string {
  return text.replace(/[A-Z0-9]+/g, (code) => kindName(field, code));
}
