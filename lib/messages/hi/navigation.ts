import type { navigation as english } from "../en/navigation";
import type { SameKeys } from "../same-keys";

export const navigation: SameKeys<typeof english> = {
  skip: "सीधे सामग्री पर जाएँ",
  main: "मुख्य",
  menu: "मेनू",
  closeMenu: "मेनू बंद करें",
  account: "आपका खाता",
  accountMenu: "खाता मेन्यू",
  signOut: "साइन आउट",
  waiting: "{n, plural, one {# आपके लिए लंबित} other {# आपके लिए लंबित}}",
  waitingAtLeast: "{n} या अधिक आपके लिए लंबित",
  group: { work: "काम", setUp: "सेटअप", team: "टीम" },
  item: {
    overview: "सारांश",
    payments: "भुगतान",
    stuck: "अटके हुए",
    refunds: "रिफ़ंड",
    requests: "अनुरोध",
    approvals: "मंज़ूरियाँ",
    bulk: "बल्क",
    rules: "रूटिंग नियम",
    reasons: "रिफ़ंड के कारण",
    gateways: "गेटवे",
    webhooks: "वेबहुक",
    keys: "API कुंजियाँ",
    notes: "नोट",
    people: "लोग",
    audit: "ऑडिट लॉग",
  },
  theme: { legend: "थीम", system: "सिस्टम", light: "लाइट", dark: "डार्क" },
  density: { legend: "डेंसिटी", comfortable: "आरामदायक", compact: "कॉम्पैक्ट" },
};
