import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mayBeContact, searchTermsOf, severalIn } from "./search-terms";

const kindsOf = (text: string) => searchTermsOf(text).map(({ kind }) => kind);

describe("what a text in the search field may be, the most exact first", () => {
  it.each([
    ["TXN202611211763700000000", ["transaction_id", "reference"]],
    [" txn202611211763700000000 ", ["transaction_id", "reference"]],
    ["rfd202611211763700000000", ["refund_id", "reference"]],
    ["Asha+1@example.com", ["email", "reference"]],
    ["ORD-1042", ["reference", "gateway_id", "prefix"]],
    ["pi_3NxYz", ["reference", "gateway_id", "prefix"]],
    ["order no 7", ["reference", "prefix"]],
    ["1499", ["reference", "gateway_id", "amount", "prefix"]],
    ["₹1,49,900.00", ["reference", "amount", "prefix"]],
    ["9876543210", ["reference", "gateway_id", "phone", "amount", "prefix"]],
    ["+91 98765 43210", ["reference", "phone", "prefix"]],
    ["1,50", ["reference", "amount", "prefix"]],
    ["0.00", ["reference", "gateway_id", "prefix"]],
    ["a|b", []],
    ["", []],
    ["  ", []],
    ["a\0b", []],
    ["x".repeat(256), []],
  ])("%j: %j", (text, kinds) => {
    expect(kindsOf(text)).toEqual(kinds);
  });

  it("keeps the reference as typed, and trims what begins with it", () => {
    expect(searchTermsOf(" ord-1 ")).toEqual([
      { kind: "reference", reference: " ord-1 " },
      { kind: "gateway_id", id: "ord-1" },
      { kind: "prefix", prefix: "ord-1" },
    ]);
  });

  it.each([
    "\u200bORD-1042",
    "\ufeffORD-1042\u00a0",
    "ORD-1042,",
    "ORD-1042; ",
    '"ORD-1042"',
    "\u2018ORD-1042\u2019,",
    "ORD-\u200b1042",
  ])("searches for %j as it is, then without what copying put around it", (text) => {
    const terms = searchTermsOf(text);
    const references = terms.flatMap((term) => (term.kind === "reference" ? [term.reference] : []));
    expect(references).toEqual([text, ...(text.trim() === "ORD-1042" ? [] : ["ORD-1042"])]);
    expect(terms).toContainEqual({ kind: "gateway_id", id: "ORD-1042" });
    expect(terms).toContainEqual({ kind: "prefix", prefix: "ORD-1042" });
  });

  it.each(["\u200bTXN202611211763700000000,", '"txn202611211763700000000"'])("reads an id in %j", (text) => {
    expect(searchTermsOf(text)[0]).toEqual({ kind: "transaction_id", id: "TXN202611211763700000000" });
  });

  it("keeps a text of nothing but such characters", () => {
    expect(searchTermsOf(",")).toContainEqual({ kind: "reference", reference: "," });
  });

  it.each([
    ["98765 43210", ["98765 43210", "9876543210", "+919876543210", "919876543210"]],
    ["+91-98765-43210", ["+91-98765-43210", "+919876543210", "919876543210", "9876543210"]],
    ["+65 9123 4567", ["+65 9123 4567", "+6591234567", "6591234567"]],
  ])("a phone number in the ways it may be written: %s", (text, writings) => {
    expect(searchTermsOf(text)).toContainEqual({ kind: "phone", writings });
  });

  it.each([
    ["#HB-1001", "HB-1001"],
    ["Order #HB-1001", "HB-1001"],
    ["Order no. HB-1001", "HB-1001"],
    ["Order: HB-1001", "HB-1001"],
    ["ऑर्डर: HB-1001", "HB-1001"],
    ["\u200eOrder\u00a0#HB-1001,", "HB-1001"],
    ["https://dashboard.example/shop/payments?reference=HB%201001&x=1", "HB 1001"],
  ])("%j names the reference %j, after the text itself", (text, named) => {
    const references = searchTermsOf(text).flatMap((term) =>
      term.kind === "reference" ? [term.reference] : [],
    );
    expect(references[0]).toBe(text);
    expect(references.at(-1)).toBe(named);
  });

  it.each([
    "Transaction ID: TXN202611281795879446252",
    "Transaction ID TXN202611281795879446252",
    "https://dashboard.example/payments/TXN202611281795879446252",
    "https://dashboard.example/shop/payments/txn202611281795879446252?tab=notes#top",
    "Refund of TXN202611281795879446252 (TXN202611281795879446252)",
  ])("%j names a transaction", (text) => {
    expect(searchTermsOf(text)[0]).toEqual({ kind: "transaction_id", id: "TXN202611281795879446252" });
  });

  it.each([
    "Buyer <buyer@example.com>",
    "<buyer@example.com>",
    '"Buyer, A." <buyer@example.com>',
    "mailto:buyer@example.com",
  ])("%j names an e-mail address", (text) => {
    expect(searchTermsOf(text)[0]).toMatchObject({
      kind: "email",
      writings: expect.arrayContaining(["buyer@example.com"]) as string[],
    });
  });

  it.each([
    ["098765 43210", "9876543210"],
    ["0098765 43210 1", "+987654321" + "01"],
    ["0091 98765 43210", "9876543210"],
    ["0091 98765 43210", "+919876543210"],
    ["0044 20 7946 0958", "+442079460958"],
    ["0044 20 7946 0958", "442079460958"],
  ])("the phone number %j is also written %j", (text, writing) => {
    const phone = searchTermsOf(text).find(({ kind }) => kind === "phone");
    expect(phone).toMatchObject({ writings: expect.arrayContaining([writing]) as string[] });
  });

  it("reads a decimal comma, and the case of letters that are not ASCII", () => {
    expect(searchTermsOf("2.614,50")).toContainEqual({ kind: "amount", amount: "2614.50" });
    expect(searchTermsOf("äö-1011")).toContainEqual({ kind: "prefix", prefix: "ÄÖ-1011" });
    expect(searchTermsOf("ÄÖ-1011")).toContainEqual({ kind: "prefix", prefix: "äö-1011" });
  });

  it("reads an amount exactly", () => {
    expect(searchTermsOf("Rs. 1,49,900.5")).toContainEqual({ kind: "amount", amount: "149900.50" });
  });
});

it.each([
  ["ORD-1042 ORD-1043", ["ORD-1042", "ORD-1043"]],
  ["ORD-1042, ORD-1043;\u00a0'ORD-1044',", ["ORD-1042", "ORD-1043", "ORD-1044"]],
  ["ORD-1042,TXN202611211763700000000", ["ORD-1042", "TXN202611211763700000000"]],
  ["asha@example.com, ravi@example.com", ["asha@example.com", "ravi@example.com"]],
])("finds several identifiers in %j", (text, parts) => {
  expect(severalIn(text)).toEqual(parts);
});

it.each([
  "asha rao",
  "order no 7",
  "ORD-1042",
  "ORD-1042,",
  "ORD-1042 ORD-1042",
  "98765 43210",
  "1 499",
  "INR 1499",
  ",",
])("finds no several identifiers in %j", (text) => {
  expect(severalIn(text)).toBeNull();
});

describe("what is searched for as a contact gets into no address, whatever signs were copied with it", () => {
  const signs = ["", ..."`,;\"'\u2018\u2019\u201a\u201c\u201d\u201e\u200b\u00a0"];
  const isSearchedAsContact = (text: string): boolean =>
    searchTermsOf(text).some(({ kind }) => kind === "phone" || kind === "email");

  it.each([
    "9876543210",
    "#9876543210",
    "Order: 098765 43210",
    "+91 98765 43210",
    "022 2345 6789",
    "98765432",
    "+442079460958",
  ])("%s", (number) => {
    for (const before of signs)
      for (const after of signs) {
        const typed = before + number + after;
        expect([typed, isSearchedAsContact(typed), mayBeContact(typed)]).toEqual([typed, true, true]);
        for (const line of [`${typed} ORD-1234`, `ORD-1234,${typed}`])
          if (severalIn(line)?.some(isSearchedAsContact) === true)
            expect([line, mayBeContact(line)]).toEqual([line, true]);
      }
  });
});

it("treats every address and every number that can be called as a contact", () => {
  const phone = fc.stringMatching(/^[0-9]{8,15}$/);
  fc.assert(fc.property(fc.oneof(fc.emailAddress(), phone), (text) => mayBeContact(text)));
});

it.each([
  "Asha Rao <asha@example.com>",
  "asha@example.com, ravi@example.com",
  "asha @ example.com",
  "asha\uff20example.com",
  "\u202a+91 98765 43210\u202c",
  "+91\u00a098765\u00a043210",
  "+91\u201198765\u201143210",
  "(+91) 98765 43210",
  "tel:+919876543210",
  "Asha Rao 98765 43210",
  "\u096f\u096e\u096d\u096c\u096b\u096a\u0969\u0968\u0967\u0966",
  "\u0669\u0668\u0667\u0666\u0665\u0664\u0663\u0662\u0661\u0660",
  "98765 43210 / 91234 56789",
  "'9876543210",
  '"98765 43210"',
  "\u201c9876543210\u201d",
  "[9876543210]",
  "Ph.+919876543210",
  "9876543210: Asha",
  "Mob.9876543210",
  "Mob-98765 43210",
  "mobile_9876543210",
  "Asha9876543210",
  "9876543210Asha",
  "M.919876543210",
  "No.09876543210",
  "ORD-9876543210",
  "Ph.02226543210",
  "Tel.2226 5432",
  "\u092e\u094b.\u096f\u096e\u096d\u096c\u096b\u096a\u0969\u0968\u0967\u0966",
  "\u092b\u093c\u094b\u0928-02226543210",
  "442079460000-",
  "442079460000/",
  "(44)2079460000/",
  "00000000-0000-4000-8000-919876543210",
  "00000000-0000-4000-8000-442079460000",
  "44207946-0000-4000-8000-000000000000",
  "00000000-0000-4000-8000-919876543210-a",
  "9876543210abcdef12345678",
  "phone:9876543210abcdefabcdefab",
  "https://dashboard.example/payments?reference=asha%40example.com",
  "https://dashboard.example/payments?reference=Asha+98765+43210",
])("treats a contact with a name, or written unusually, as one: %j", (text) => {
  expect(mayBeContact(text)).toBe(true);
});

it.each([
  "ORD-1042",
  "ORD-20261125",
  "ORD-20261125-1234",
  "ORD-1763700000",
  "ORD-1763700000000",
  "INV/2026-27/00012345",
  "pi_3NxYz98765432101",
  "Alpha-20261125",
  "order no 7",
  "1499",
  "\u20b91,49,900.00",
  "Rs. 149900.50",
  "INR 1000000.00",
  "TXN202611211763700000000",
  "20261125000012345678",
  "17443d64-af67-4972-9846-db5d2c31cfbc",
  "ORDER-bf296346-146b-43f3-9b86-50173576ee0b",
  "0DF1CBEF-6897-4876-9985-3C9B4C6F5D3E",
])("treats no reference, id or amount as a contact: %j", (text) => {
  expect(mayBeContact(text)).toBe(false);
});

it.each([
  "\u202a+91 98765 43210\u202c",
  "(+91)\u00a098765\u201143210",
  "tel:+919876543210",
  "\u096f\u096e\u096d\u096c\u096b\u096a\u0969\u0968\u0967\u0966",
])("searches for a phone number that is copied with other signs: %j", (text) => {
  const phone = searchTermsOf(text).find((term) => term.kind === "phone");
  expect(phone?.writings).toEqual(expect.arrayContaining(["+919876543210", "9876543210"]));
});

it("takes a text that is longer than anything to be searched for as a contact", () => {
  expect(mayBeContact("A".repeat(1_021))).toBe(true);
  expect(mayBeContact("A".repeat(1_020))).toBe(false);
});
