import type { columns as english } from "../en/columns";
import type { SameKeys } from "../same-keys";

export const columns: SameKeys<typeof english> = {
  open: "कॉलम",
  ofView: "ये कॉलम पते में दिए दृश्य के हैं। बदलने पर ये आपके अपने हो जाएँगे।",
  always: "हमेशा दिखता है",
  reset: "सामान्य कॉलम पर लौटें",
  problem: {
    invalid: "ये कॉलम सहेजे नहीं जा सकते। पेज फिर लोड करके कोशिश करें।",
    forbidden: "आपकी भूमिका में इसकी अनुमति नहीं है। कुछ नहीं बदला गया।",
    signed_out: "आप साइन आउट हैं। कुछ नहीं बदला गया; साइन इन करके फिर कोशिश करें।",
    lost: "कोई जवाब नहीं आया। कॉलम सहेजे गए या नहीं, यह देखने के लिए पेज फिर लोड करें।",
  },
};
