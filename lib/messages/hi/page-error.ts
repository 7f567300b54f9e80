import type { pageError as english } from "../en/page-error";
import type { SameKeys } from "../same-keys";

export const pageError: SameKeys<typeof english> = {
  title: "यह पेज नहीं दिखाया जा सका",
  body: "Paydeck में कोई गड़बड़ी हुई, या कनेक्शन टूट गया। अगर आपने अभी कुछ भेजा था, तो वह हो चुका हो सकता है: दोबारा भेजने से पहले जाँच लें। ऐसा बार-बार हो तो किसी एडमिन को बताएँ।",
  code: "सर्वर लॉग के लिए त्रुटि कोड:",
  tryAgain: "फिर कोशिश करें",
};
