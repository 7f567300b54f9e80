import type { palette as english } from "../en/palette";
import type { SameKeys } from "../same-keys";

export const palette: SameKeys<typeof english> = {
  open: "यहाँ जाएँ…",
  title: "खोजें या जाएँ",
  loading: "लोड हो रहा है",
  placeholder: "पेज, संदर्भ, TXN…, RFD…",
  group: {
    jump: "यहाँ जाएँ",
    pages: "पेज",
    actions: "कार्रवाइयाँ",
    accounts: "मर्चेंट खाता बदलें",
    search: "खोज",
  },
  account: "मर्चेंट खाता बदलें",
  allAccounts: "सभी खाते",
  jump: {
    payment: "भुगतान",
    refund: "रिफ़ंड",
    reference: "व्यापारी संदर्भ <reference></reference> खोजें",
  },
  begin: { createPayment: "भुगतान बनाएँ", newBulk: "बल्क रन शुरू करें", invite: "किसी को आमंत्रित करें" },
  theme: "थीम: {name}",
  density: "डेंसिटी: {name}",
  locale: "भाषा: {name}",
  keys: {
    title: "कीबोर्ड शॉर्टकट",
    palette: "खोजें या जाएँ",
    search: "भुगतान खोजें",
    list: "कीबोर्ड शॉर्टकट दिखाएँ",
    rows: "सूची की अगली या पिछली पंक्ति",
    newRows: "सूची की नई पंक्तियाँ दिखाएँ",
    open: "पंक्ति खोलें",
    refund: "भुगतान रिफ़ंड करें",
    cancel: "भुगतान रद्द करें",
    assign: "करने के काम: सौंपें",
    wait: "करने के काम: इंतज़ार में रखें",
    done: "करने के काम: पूरा बताएँ",
    goTo: "{page} पर जाएँ",
    dismiss: "डायलॉग या मेनू बंद करें, या खोज फ़ील्ड से बाहर आएँ",
    single: "एक कुंजी वाले शॉर्टकट (/, ?, ., g, j, k, r, c, a, w, e)। बोलकर लिखते हों तो इन्हें बंद करें।",
  },
};
