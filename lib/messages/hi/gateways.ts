import type { gateways as english } from "../en/gateways";
import type { SameKeys } from "../same-keys";

export const gateways: SameKeys<typeof english> = {
  title: "गेटवे",
  about: "हर गेटवे इस समय सेवा को कैसा दिख रहा है। जो बार-बार विफल होता है, उसे सेवा अपने आप छोड़ देती है।",
  loading: "गेटवे लोड हो रहे हैं",
  none: "सेवा के पास कोई गेटवे नहीं है",
  noneBody: "इसके बिना कोई भुगतान नहीं हो सकता। गेटवे वहीं लगाए जाते हैं जहाँ सेवा चलती है।",
  recentSince: "<time></time> से अब तक के भुगतान",
  recentIncomplete: "केवल सबसे नए गिने गए हैं",
  state: {
    closed: "उपयोग में",
    open: "छोड़ा जा रहा",
    half_open: "आज़माया जा रहा",
  },
  stateMeaning: {
    closed: "इसका सर्किट बंद है: भुगतान इस पर जाते हैं।",
    open: "इसका सर्किट खुला है: यह बहुत बार विफल हुआ, अगली आज़माइश तक भुगतान इसे छोड़कर जाते हैं।",
    half_open: "इसका सर्किट आधा खुला है: एक भुगतान इसे आज़मा रहा है। उत्तर मिलते ही यह फिर उपयोग में आएगा।",
  },
  failures: "लगातार विफलताएँ",
  failuresNone: "कोई नहीं",
  since: "कब से छोड़ा जा रहा",
  nextTrial: "अगली आज़माइश",
  nextTrialNow: "अगले भुगतान के साथ",
  lastFailure: "पिछली विफलता",
  neverFailed: "कोई ज्ञात नहीं",
  recent: "आपके हाल के भुगतान",
  recentCounts: "{opened, number} खुले, {failed, number} विफल, {skipped, number} छोड़े गए",
  methods: "भुगतान के तरीके",
  currencies: "मुद्राएँ",
  allCurrencies: "सभी",
  can: "क्षमता",
  voids: "खुला चेकआउट बंद कर सकता है",
  notVoids: "खुला चेकआउट बंद नहीं कर सकता",
  notifies: "खुद सूचना देता है",
  notNotifies: "खुद सूचना नहीं देता, पूछना पड़ता है",
  reset: "फिर उपयोग में लाएँ",
  resetOf: "फिर उपयोग में लाएँ: {gateway}",
  resetTitle: "{gateway} को फिर उपयोग में लाएँ?",
  resetBody:
    "आज़माइश की प्रतीक्षा किए बिना भुगतान तुरंत फिर इस पर भेजे जाएँगे। यह साझा है: यह इस सेवा के हर व्यापारी पर लागू होगा।",
  resetRisk:
    "यदि यह अब भी विफल हो रहा है, तो सर्किट फिर खुलने तक ग्राहकों को विफलता दिखेगी। कोई मौजूदा भुगतान या रिफ़ंड नहीं बदलता।",
  resetKeep: "छोड़ा हुआ रहने दें",
  resetDone: "{gateway} फिर उपयोग में है",
  whenUnknown: "यह पृष्ठ बताता है कि गेटवे अभी कैसा है; यह अपने आप फिर पूछता है।",
};
