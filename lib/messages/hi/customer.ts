import type { customer as english } from "../en/customer";
import type { SameKeys } from "../same-keys";

export const customer: SameKeys<typeof english> = {
  title: "ग्राहक",
  about: "भुगतान {id} के ईमेल पते या फ़ोन नंबर वाले सभी भुगतान।",
  summary: "सारांश",
  total: {
    caption: "मुद्रा के अनुसार कुल, परीक्षण भुगतानों के बिना",
    captionOfTests: "परीक्षण भुगतानों के कुल, मुद्रा के अनुसार: कोई पैसा नहीं चला",
    currency: "मुद्रा",
    paid: "भुगतान हुआ",
    refunded: "रिफ़ंड हुआ",
    inProgress: "रिफ़ंड जारी",
    manual: "मैनुअल रिफ़ंड",
    left: "रिफ़ंड के लिए बाकी",
    share: "रिफ़ंड का हिस्सा",
  },
  percent: "{share} %",
  count: {
    paid: "{n, plural, one {# का भुगतान हुआ} other {# का भुगतान हुआ}}",
    open: "{n, plural, one {# का भुगतान अभी हो सकता है} other {# का भुगतान अभी हो सकता है}}",
    unpaid: "{n, plural, one {# का भुगतान नहीं हुआ} other {# का भुगतान नहीं हुआ}}",
    test: "{n, plural, one {# परीक्षण भुगतान} other {# परीक्षण भुगतान}}",
  },
  nothingPaid: "अभी कुछ भुगतान नहीं हुआ।",
  truncated: "पुराने भुगतान छोड़े गए हैं। कुल केवल नीचे के {n, number} भुगतानों के हैं।",
  openRefunds: "अज्ञात नतीजे वाले रिफ़ंड",
  payments: "भुगतान",
  notes: "इन भुगतानों पर नोट",
  expired: {
    title: "ग्राहक का यह पेज समाप्त हो गया है",
    body: "संपर्क आधे घंटे तक और केवल आपके लिए रखा जाता है। इसे ग्राहक के किसी भुगतान से फिर खोलें।",
    back: "भुगतान खोजें",
  },
  notOffered: "यह सेवा संपर्क से खोज नहीं सकती। Paydeck स्वयं कोई संपर्क नहीं रखता।",
};
