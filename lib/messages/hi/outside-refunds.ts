import type { outsideRefunds as english } from "../en/outside-refunds";
import type { SameKeys } from "../same-keys";

export const outsideRefunds: SameKeys<typeof english> = {
  reported:
    "Paydeck के बाहर {amount} का रिफ़ंड हो चुका था या जारी था, भुगतान सेवा ने यह <time></time> को बताया। वह अब तक विफल हो सकता है, इसलिए शेष राशि में शामिल नहीं है: भेजे गए हर रिफ़ंड को भुगतान सेवा जाँचती है।",
};
