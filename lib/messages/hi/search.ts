import type { search as english } from "../en/search";
import type { SameKeys } from "../same-keys";

export const search: SameKeys<typeof english> = {
  lines: "एक साथ कई खोजें",
  name: "भुगतान",
  label: "व्यापारी संदर्भ या आईडी",
  button: "खोजें",
  accepts: "संदर्भ, लेन-देन आईडी, रिफ़ंड आईडी, गेटवे आईडी, ईमेल, फ़ोन या राशि",
  hits: "{n, plural, =0 {कोई भुगतान नहीं मिला} one {# भुगतान दिखाया गया} other {# भुगतान दिखाए गए}}",
  key: { choose: "चुनें", search: "खोजें" },
  allAccounts: "सभी खातों में खोजें",
  recognised: "इनसे खोजा जाएगा: {kinds}।",
  kind: {
    reference: "संदर्भ",
    transaction_id: "लेन-देन आईडी",
    refund_id: "रिफ़ंड आईडी",
    email: "ईमेल",
    phone: "फ़ोन",
    gateway_id: "गेटवे आईडी",
    amount: "राशि",
    prefix: "संदर्भ की शुरुआत",
  },
  nothing: {
    title: "कोई भुगतान नहीं मिला",
    tried: "इनसे खोजा गया: {kinds}।",
    notOffered: "यह भुगतान सेवा इनसे नहीं खोज सकती: {kinds}। ऐसा भुगतान हो सकता है।",
    notSeen:
      "Paydeck में देखे गए भुगतानों में नहीं: {kinds}। यह भुगतान सेवा इनसे नहीं खोज सकती, इसलिए ऐसा भुगतान हो सकता है।",
  },
  seen: {
    title: "{n, plural, one {Paydeck में देखा गया # भुगतान} other {Paydeck में देखे गए # भुगतान}}",
    body: "यह भुगतान सेवा इससे नहीं खोज सकती। और भुगतान हो सकते हैं।",
    more: "ये सभी नहीं दिखाए गए हैं।",
  },
  several: {
    title: "कई संदर्भ इससे शुरू होते हैं",
    body: "संदर्भ का और हिस्सा लिखें। यह फ़ोन नंबर हो सकता है, इसलिए सूची किसी लिंक पर नहीं खोली गई।",
  },
  lost: "कोई जवाब नहीं आया। कुछ नहीं बदला; फिर खोजें।",
  forbidden: "आपकी भूमिका में इसकी अनुमति नहीं है। कुछ नहीं खोजा गया।",
  looking: "खोजा जा रहा है",
};
