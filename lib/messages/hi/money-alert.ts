import type { moneyAlert as english } from "../en/money-alert";
import type { SameKeys } from "../same-keys";

export const moneyAlert: SameKeys<typeof english> = {
  charge_missing: {
    title: "गेटवे के पास अब इस भुगतान का पैसा नहीं है",
    body: "यह सफल हुआ था, पर गेटवे अब बताता है कि पैसा नहीं मिला। सामान भेजने या रिफ़ंड करने से पहले वहाँ जाँचें।",
  },
  charged_back: {
    title: "चार्जबैक से पैसा वापस ले लिया गया",
    body: "रिफ़ंड करने पर ग्राहक को पैसा दो बार मिलेगा।",
  },
  disputed: {
    title: "ग्राहक ने इस भुगतान पर विवाद उठाया है",
    body: "पैसा वापस लिया जा सकता है। गेटवे पर विवाद का जवाब दें। साथ में रिफ़ंड करने पर ग्राहक को पैसा दो बार मिल सकता है।",
  },
};
