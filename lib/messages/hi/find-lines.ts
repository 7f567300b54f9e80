import type { findLines as english } from "../en/find-lines";
import type { SameKeys } from "../same-keys";

export const findLines: SameKeys<typeof english> = {
  title: "कई भुगतान खोजें",
  about:
    "हर पंक्ति में एक पहचान पेस्ट करें: मर्चेंट संदर्भ, लेन-देन, रिफ़ंड या गेटवे आईडी, ईमेल पते, फ़ोन नंबर। ये किसी पते या लॉग में नहीं जाते।",
  field: "पहचान",
  hint: "हर पंक्ति में एक, अधिक से अधिक {max}।",
  submit: "भुगतान खोजें",
  summary:
    "{found, plural, one {# पंक्ति मिली} other {# पंक्तियाँ मिलीं}}, {missing, plural, one {# नहीं मिली} other {# नहीं मिलीं}}",
  unknown: "{n, plural, one {# पंक्ति खोजी नहीं जा सकी} other {# पंक्तियाँ खोजी नहीं जा सकीं}}",
  export: "नतीजा {format} में एक्सपोर्ट करें",
  table: "पंक्ति के अनुसार नतीजे",
  column: { line: "पंक्ति", payment: "भुगतान", status: "स्थिति", amount: "राशि" },
  none: {
    not_found: "नहीं मिला",
    invalid: "पहचान नहीं है",
    not_offered: "सेवा इसे नहीं खोज सकती",
    trouble: "अज्ञात: उत्तर नहीं मिला",
    late: "अज्ञात: बहुत देर लगी",
  },
  more: "और भी",
  copies: "{n, plural, one {# भुगतान} other {# भुगतान}}",
  choose: {
    all: "हर वह पंक्ति चुनें जिससे एक भुगतान मिला",
    one: "{line} का भुगतान चुनें",
    actions: "चुने गए भुगतानों पर कार्रवाई",
    chosen: "{n, plural, one {# भुगतान चुना गया} other {# भुगतान चुने गए}}",
    request: "रिफ़ंड माँगें",
  },
  error: {
    empty: "कम से कम एक पहचान पेस्ट करें।",
    too_many: "एक बार में अधिक से अधिक {max} पंक्तियाँ। इससे अधिक के लिए लुकअप का बल्क रन करें।",
    forbidden: "आपकी भूमिका भुगतान नहीं देख सकती।",
    signed_out: "आप साइन आउट हो गए हैं। अपनी पंक्तियाँ कॉपी करें, फिर साइन इन करें।",
    lost: "Paydeck से उत्तर नहीं मिला। कुछ नहीं बदला। फिर कोशिश करें।",
  },
};
