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

/** The name of a card scheme or bank; what merchants send is free text, so other codes stay, and stand beside a name that several have. Only the server needs the banks. */
export function kindName(field: string, code: string): string {
  if (field === "scheme" || field === "card_scheme") return schemeName(code);
  if (field !== "bank" && field !== "issuing_bank") return code;
  const name = Object.hasOwn(BANKS, code) ? BANKS[code] : undefined;
  if (name === undefined) return code;
  return isShared(name) ? `${name} (${code})` : name;
}
