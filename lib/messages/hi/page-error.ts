import type { pageError as english } from "../en/page-error";
import type { SameKeys } from "../same-keys";

export const pageError: SameKeys<typeof english> = {
  title: "यह पृष्ठ नहीं दिखाया जा सका",
  body: "Paydeck में कोई गड़बड़ी हुई, या उससे कनेक्शन टूट गया। यदि आपने अभी कुछ भेजा था तो पहले देखें कि वह हुआ या नहीं: हो चुका हो सकता है। ऐसा ही रहे तो किसी एडमिन को बताएँ।",
  code: "सर्वर के लॉग के लिए कोड:",
  tryAgain: "फिर कोशिश करें",
};
