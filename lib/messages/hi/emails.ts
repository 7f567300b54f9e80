import type { emails as english } from "../en/emails";
import type { SameKeys } from "../same-keys";

export const emails: SameKeys<typeof english> = {
  one: "{title}: {body}",
  many: "{count, plural, one {# सूचना} other {# सूचनाएँ}}: {title}",
  more: "{count, plural, one {और # अन्य} other {और # अन्य}}",
  open: "Paydeck में खोलें",
  openAll: "Paydeck में सब देखें",
  settings: "सूचना सेटिंग",
  why: "यह ईमेल इसलिए मिला क्योंकि {host} पर आपका खाता है। लिंक खोलने पर साइन इन करना होगा।",
  test: {
    subject: "Paydeck आपको ईमेल भेज सकता है",
    body: "यह वही परीक्षण संदेश है जो आपने माँगा था। सूचनाएँ इसी पते पर आएँगी।",
  },
  invitation: {
    subject: "Paydeck में आपकी पहुँच",
    greeting: "नमस्ते {name},",
    body: "एक एडमिन ने आपके लिए Paydeck का पासवर्ड सेट करने का लिंक बनाया है। यह एक बार काम करता है और तीन दिन बाद समाप्त हो जाता है।",
    action: "अपना पासवर्ड सेट करें",
    careful: "अगर आपको इसकी उम्मीद नहीं थी, तो इसे अनदेखा करें। Paydeck में कोई आपका पासवर्ड नहीं माँगता।",
  },
};
