import type { pageError as english } from "../en/page-error";
import type { SameKeys } from "../same-keys";

export const pageError: SameKeys<typeof english> = {
  title: "यह पृष्ठ नहीं दिखाया जा सका",
  body: "इसे पढ़ते समय Paydeck में कोई गड़बड़ी हुई। इससे कुछ भी नहीं बदला और कोई पैसा इधर-उधर नहीं हुआ। ऐसा ही रहे तो किसी एडमिन को बताएँ।",
  code: "सर्वर के लॉग के लिए कोड:",
  tryAgain: "फिर कोशिश करें",
};
