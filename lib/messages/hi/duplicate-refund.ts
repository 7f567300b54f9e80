import type { duplicateRefund as en } from "../en/duplicate-refund";
import type { SameKeys } from "../same-keys";

export const duplicateRefund: SameKeys<typeof en> = {
  title: "यह शायद दोहराव है",
  found:
    "{n, plural, one {इस भुगतान का {amount} का एक और रिफ़ंड है:} other {इस भुगतान के {amount} के # और रिफ़ंड हैं:}}",
  item: "<person></person>, <time></time>",
  paidLate: "पहले विफल, बाद में चुकाया गया",
  inRun: "थोक काम <name></name> इसे भेजेगा",
  inRunAwaiting: "थोक काम <name></name> में, जो मंज़ूरी की प्रतीक्षा में है",
  waits: "मंज़ूरी की प्रतीक्षा में",
  see: { refund: "रिफ़ंड देखें", run: "काम देखें", request: "अनुरोध देखें" },
  more: "{n, plural, one {और # पुराना} other {और # पुराने}}",
  refundNext: "कुछ नहीं भेजा गया। अगर यह वही रिफ़ंड है, तो इसे बंद करें।",
  approveNext: "कुछ नहीं भेजा गया। अगर यह वही रिफ़ंड है, तो यह अनुरोध नामंज़ूर करें।",
  confirm: "यह अलग रिफ़ंड है: ग्राहक को {amount} फिर से मिलेंगे",
  needed: "रिफ़ंड करने के लिए इस पर निशान लगाएँ, या इसे बंद करें।",
  neededToApprove: "मंज़ूर करने के लिए इस पर निशान लगाएँ, या नामंज़ूर करें।",
};
