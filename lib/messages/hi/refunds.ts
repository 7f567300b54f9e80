import type { refunds as english } from "../en/refunds";
import type { SameKeys } from "../same-keys";

export const refunds: SameKeys<typeof english> = {
  title: "रिफ़ंड",
  loading: "रिफ़ंड लोड हो रहे हैं",
  meaning: {
    INITIATED: "स्वीकार हो गया; अभी गेटवे तक नहीं पहुँचा",
    PROCESSING: "गेटवे पैसा लौटा रहा है",
    SUCCESS: "पैसा ग्राहक को लौटा दिया गया है",
    FAILURE: "कोई पैसा नहीं लौटा; राशि फिर से रिफ़ंड योग्य है",
  },
  one: {
    loading: "रिफ़ंड लोड हो रहा है",
    title: "रिफ़ंड",
    lastKnown: "पिछली जानकारी: {meaning}",
    unknownTitle: "रिफ़ंड की स्थिति ज्ञात नहीं है",
    unknownBody: "यहाँ से दिखे या न दिखे, भुगतान सेवा पर यह चलता रहता है।",
    notFoundTitle: "इस आईडी का कोई रिफ़ंड नहीं है",
    notFoundBody:
      "भुगतान सेवा इस व्यापारी का ऐसा कोई रिफ़ंड नहीं जानती। आईडी जहाँ से मिली, वहाँ से मिला कर देखें।",
    goneTitle: "भुगतान सेवा अब इस रिफ़ंड को नहीं जानती",
    goneBody:
      "पहले उसने इसके बारे में बताया था। यहाँ वही दिख रहा है जो उसने अंत में बताया; इससे यह पता नहीं चलता कि पैसा गया या नहीं। सेवा चलाने वालों से पूछें। Paydeck पूछता रहेगा।",
    failedTitle: "गेटवे ने रिफ़ंड पूरा नहीं किया",
    failedBody:
      "ग्राहक को कुछ वापस नहीं मिला। राशि फिर से रिफ़ंड योग्य शेष में है, इसलिए भुगतान से नया रिफ़ंड किया जा सकता है।",
    goToPayment: "भुगतान पर जाएँ",
    gatewayId: "गेटवे आईडी",
    notAssigned: "अभी नहीं मिली",
    notGiven: "नहीं दिया गया",
    requested: "अनुरोध किया गया",
    requestedBy: "अनुरोधकर्ता",
    outside: "Paydeck के बाहर किसी ने",
    completed: "पूरा हुआ",
    progress: "प्रगति",
    steps: { requested: "अनुरोध", gateway: "गेटवे पर", back: "लौटाया गया" },
    stepStates: { done: "हो गया", now: "अभी", ahead: "बाकी", failed: "विफल" },
  },
};
