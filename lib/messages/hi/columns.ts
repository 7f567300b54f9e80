import type { columns as english } from "../en/columns";
import type { SameKeys } from "../same-keys";

export const columns: SameKeys<typeof english> = {
  open: "कॉलम",
  about: "ये कॉलम केवल आपके हैं, हर ब्राउज़र में। फ़ोन पर डिफ़ॉल्ट सूची दिखती है।",
  ofView: "ये कॉलम पते में दिए दृश्य के हैं। “लागू करें” से ये आपके अपने कॉलम बन जाएँगे।",
  list: "कॉलम, अपने क्रम में",
  always: "हमेशा दिखता है",
  width: "{column} की चौड़ाई",
  automatic: "स्वचालित",
  pixels: "{width} पिक्सेल",
  up: "{column} ऊपर ले जाएँ",
  down: "{column} नीचे ले जाएँ",
  moved: "{column} अब {count} में से {position} नंबर पर है।",
  apply: "लागू करें",
  reset: "डिफ़ॉल्ट पर लौटें",
  applied: "कॉलम सहेजे गए।",
  isDefault: "डिफ़ॉल्ट कॉलम वापस आ गए।",
  problem: {
    invalid: "ये कॉलम सहेजे नहीं जा सकते। पेज फिर लोड करके कोशिश करें।",
    forbidden: "आपकी भूमिका में इसकी अनुमति नहीं है। कुछ नहीं बदला गया।",
    signed_out: "आप साइन आउट हैं। कुछ नहीं बदला गया; साइन इन करके फिर कोशिश करें।",
    lost: "कोई जवाब नहीं आया। कॉलम सहेजे गए या नहीं, यह देखने के लिए पेज फिर लोड करें।",
  },
};
