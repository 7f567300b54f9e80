import type { duplicateRefund as english } from "../en/duplicate-refund";
import type { SameKeys } from "../same-keys";

export const duplicateRefund: SameKeys<typeof english> = {
  title: "यह शायद दोहराव है",
  found: "{n, plural, one {इस भुगतान का # और रिफ़ंड है:} other {इस भुगतान के # और रिफ़ंड हैं:}}",
  foundTransfer: "इसे पहले से दर्ज और रिफ़ंड की गई राशियों से मिलाएँ:",
  item: "{amount}, <person></person>, <time></time>",
  paidLate: "विफल हुआ, बाद में सफल हुआ",
  inRun: "अभी नहीं भेजा गया, थोक काम <name></name> में",
  inRunAwaiting: "मंज़ूरी बाक़ी, थोक काम <name></name> में",
  waits: "मंज़ूरी बाक़ी",
  manual: "पेमेंट गेटवे के बिना लौटाया गया",
  sameTransfer: "ट्रांसफ़र या रसीद का यही संदर्भ भुगतान <payment></payment> के लिए दर्ज है",
  sameTransferWaits: "ट्रांसफ़र या रसीद का यही संदर्भ भुगतान <payment></payment> के लिए दर्ज है, पुष्टि बाकी",
  manualWaits: "पेमेंट गेटवे के बिना लौटाया गया, पुष्टि बाकी",
  outside: "Paydeck के बाहर रिफ़ंड हो चुका था या जारी था, भुगतान सेवा ने एक रिफ़ंड अस्वीकार करते समय बताया",
  see: {
    refund: "रिफ़ंड देखें",
    refusal: "अस्वीकृत रिफ़ंड देखें",
    run: "काम देखें",
    request: "अनुरोध देखें",
    manual: "मैनुअल रिफ़ंड देखें",
    payment: "भुगतान देखें",
  },
  refundNext: "कुछ नहीं भेजा गया। अगर यह वही रिफ़ंड है, तो यह फ़ॉर्म बंद करें।",
  recordNext: "कुछ दर्ज नहीं हुआ। अगर यह वही रिफ़ंड है, तो यह फ़ॉर्म बंद करें।",
  approveNext: "कुछ नहीं भेजा गया। अगर यह वही रिफ़ंड है, तो यह अनुरोध अस्वीकृत करें।",
  confirm: "यह अलग रिफ़ंड है: ग्राहक को {amount} फिर से मिलेंगे",
  needed: "पुष्टि करें कि यह अलग रिफ़ंड है, या यह फ़ॉर्म बंद करें।",
  neededToApprove: "पुष्टि करें कि यह अलग रिफ़ंड है, या यह अनुरोध अस्वीकृत करें।",
};
