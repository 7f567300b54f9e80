import { expect, it } from "vitest";
import { hasCardNumber } from "@/lib/card-number";
import { splitAccount } from "@/lib/accounts/split-account";
import { MAX_BULK_BYTES } from "@/lib/bulk";
import { EMAIL } from "@/lib/email";
import { readAddressColumns } from "@/lib/lists/list-columns";
import { readTypedFilter } from "@/lib/lists/typed-filter";
import { parseAmount } from "@/lib/money";
import type { NotificationFact } from "@/lib/notifications/details";
import { mentionsIn } from "@/lib/notes/mentions";
import { noteParts } from "@/lib/notes/note-parts";
import { maskContact } from "@/lib/payments/mask-contact";
import { mayBeContact, searchTermsOf, severalIn } from "@/lib/payments/search-terms";
import { parsePercent } from "@/lib/percent";
import {
  comparable,
  MAX_REASON_NAME,
  reasonText,
  splitReasonText,
  typedReasonFinder,
} from "@/lib/reasons/reason";
import { readConditionText } from "@/lib/rules/condition-text";
import { codePointLength, isAcceptedText, plainlyWritten, withoutCopiedSigns } from "@/lib/text";
import { parseTypedAmount, readCommaAmount } from "@/lib/typed-amount";
import { instantOfWallTime } from "@/lib/zoned-time";
import { ATTACKS, faultOfCost, plainText } from "@/tools/testing/platform/processor-time";
import { inTurns } from "@/server/platform/in-turns";
import { hashOf } from "./bulk/commands/bulk-fingerprint";
import { readBulkFile } from "./bulk/commands/read-bulk-file";
import { findLayout } from "./bulk/domain/bulk-layout";
import { readBulkTable } from "./bulk/domain/bulk-table";
import { escapeFormula, unescapeFormula } from "./export/formula-escape";
import { hasTooManyFields } from "./http/parameter-limit";
import { readArguments } from "./http/action-arguments";
import { faultOfHead } from "./http/request-head";
import { chatBody, composeChat } from "./notifications/chat/compose-chat";
import { composeNotifications } from "./notifications/email/compose";
import { accountInFront, oneLine } from "./notifications/domain/account-in-text";
import { passwordFault } from "./people/domain/password-rule";
import { auditableAddress } from "./webhooks/domain/webhook-address";

/** A form may hold this much. */
const FORM_BYTES = 64 * 1024;
const PEOPLE = Array.from({ length: 200 }, (_, n) => ({ personId: String(n), name: `Asha ${n}` }));
const GRAMMAR = { fields: { name: "name", a: "a" }, text: "reference", several: ["name", "a"] };
const REASONS = Array.from({ length: 50 }, (_, n) => ({
  code: `reason_${n}`,
  name: `Reason number ${n}`,
  nameHi: `कारण ${n}`,
  needsText: false,
}));
/** The name that takes most comparisons. */
const COLONS = { code: "colons", name: ":".repeat(MAX_REASON_NAME), nameHi: null, needsText: false };
const PLACE = {
  language: "en",
  publicUrl: "https://pay.example",
  account: "shop",
  accountName: null,
} as const;

function factOf(text: string): NotificationFact {
  const of = { requestId: "1", transactionId: "TXN202611210001", amount: "1.00", currency: "INR" };
  return { event: "refund_request_waiting", detail: { ...of, reference: text, requestedBy: text } };
}

/** What a function reads that any text is given to, before or without a limit of its length. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  "the search": (text) => [searchTermsOf(text), severalIn(text)],
  "whether it may be a contact": mayBeContact,
  "a copied identifier": withoutCopiedSigns,
  "a plainly written text": plainlyWritten,
  "a card number": hasCardNumber,
  "the parts of a note": (text) => noteParts(text, PEOPLE),
  mentions: (text) => mentionsIn(text, PEOPLE),
  "a typed filter": (text) => readTypedFilter(text, GRAMMAR),
  "columns of an address": (text) => readAddressColumns("payments", text),
  "an e-mail address": (text) => [
    EMAIL.test(text),
    EMAIL.test(`${text}@example.com`),
    EMAIL.test(`a@${text}.com`),
  ],
  "an amount": (text) => [parseTypedAmount(text, "INR"), readCommaAmount(text), parseAmount(text)],
  "a percentage": parsePercent,
  "a time": (text) => instantOfWallTime(text, "Asia/Kolkata"),
  "a reason": (text) => [comparable(text), reasonText(text, text), splitReasonText(REASONS, text)],
  "a typed reason": typedReasonFinder([...REASONS, COLONS]),
  "a condition of a rule": readConditionText,
  "a contact": (text) => maskContact({ email: text, phone: text, name: text }),
  "the length of a text": (text) => [codePointLength(text), isAcceptedText(text)],
  "a path": splitAccount,
  "the head of a request": (text) =>
    faultOfHead({ method: "GET", url: `/${text}`, rawHeaders: ["host", text] }),
  "the fields of a form": (text) =>
    hasTooManyFields({ "content-type": "multipart/form-data" }, Buffer.from(text)),
  "a password": (text) => passwordFault(text, { email: "asha@example.com", name: text }),
  "the address of a webhook": auditableAddress,
  "the text of a message": (text) => [oneLine(text), accountInFront(text)],
  "a message to a chat": (text) => {
    const message = composeChat([factOf(text)], { id: "1", mayRepeat: false }, PLACE);
    return [chatBody("slack", message), chatBody("teams", message)];
  },
  "an e-mail": (text) => composeNotifications([factOf(text)], { ...PLACE, accountName: text }),
  "a cell of an export": (text) => [escapeFormula(text), unescapeFormula(text)],
};

it.each(Object.entries(READERS))("%s costs no more than its length", async (_name, read) => {
  for (const { name, of } of ATTACKS) {
    const fault = await faultOfCost(read, { attack: of, plain: plainText, size: FORM_BYTES });
    expect(fault, name).toBeNull();
  }
});

it("typed reasons with as many colons as a name may have cost no more than their length", async () => {
  const find = typedReasonFinder([COLONS]);
  const read = (text: string): void => {
    for (let row = 0; row < 200; row += 1) find(text);
  };
  const attack = (size: number): string =>
    `${"\ufdfa".repeat(size / MAX_REASON_NAME)}:`.repeat(MAX_REASON_NAME);
  expect(await faultOfCost(read, { attack, plain: plainText, size: 1_800 })).toBeNull();
});

const arguments_ = (body: string): unknown =>
  readArguments({ method: "POST", headers: { "next-action": "a" } }, Buffer.from(body));

it("arguments of an action cost no more than their length", async () => {
  for (const { name, of } of ATTACKS) {
    const shapes: ((size: number) => string)[] = [
      of,
      (size) => JSON.stringify([of(size / 2)]),
      (size) =>
        JSON.stringify([Object.fromEntries(Array.from({ length: size / 16 }, (_, n) => [`a${n}`, n]))]),
      (size) => JSON.stringify([[{}, ...Array.from({ length: size / 10 }, () => "$0:0:0")]]),
    ];
    for (const attack of name === ATTACKS[0]?.name ? shapes : shapes.slice(0, 2)) {
      const fault = await faultOfCost(arguments_, { attack, plain: plainText, size: FORM_BYTES });
      expect(fault, name).toBeNull();
    }
  }
});

const CELLS = [
  "a,1,",
  "a,1,:",
  'a,"',
  "a,1,x\n",
  'a,"x\ny"\n',
  ",",
  '"',
  '""',
  'a"',
  '"a',
  'a"\n',
  '"a"b,',
  ";\n",
  "\r",
  " ",
  "1,",
  '" ',
  '="',
  '","\n',
  "\t;|,",
  "1.111",
];

async function readImport(text: string): Promise<void> {
  const file = await readBulkFile(Buffer.from(text));
  const rules = { reasons: [...REASONS, COLONS], isReasonRequired: true, reasonOfRows: "" };
  if (!file.ok) return;
  const { records } = file.value;
  const { layout } = findLayout("refund", records);
  const table = await inTurns(readBulkTable("refund", records, layout, rules));
  if (table.ok) hashOf(...table.value.identities.sort());
}

it.each(CELLS)("an import of %j costs no more than its length", async (unit) => {
  const attack = (size: number): string => unit.repeat(size / unit.length);
  for (const size of [MAX_BULK_BYTES / 16, MAX_BULK_BYTES]) {
    expect(await faultOfCost(readImport, { attack, plain: plainText, size })).toBeNull();
  }
});
