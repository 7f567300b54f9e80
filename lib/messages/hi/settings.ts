import type { settings as english } from "../en/settings";
import type { SameKeys } from "../same-keys";

export const settings: SameKeys<typeof english> = {
  about: {
    account: "पासवर्ड, दो-चरणीय प्रमाणीकरण और चालू सत्र",
    notifications: "आपको क्या, कहाँ और कब बताया जाए",
    exports: "सूचियों की फ़ाइलें जो तय समय पर बनती हैं",
    people: "इस खाते में कौन काम करता है और क्या कर सकता है",
    reasons: "वे कारण जो रिफ़ंड के फ़ॉर्म और फ़ाइलों में मिलते हैं",
    thresholds: "वह राशि जिससे ऊपर दूसरा व्यक्ति मंज़ूरी देता है",
    channels: "Slack, Microsoft Teams, और कब सूचना दी जाए",
    audit: "किसने क्या किया, और लॉग सुरक्षित है या नहीं",
    keys: "जिनसे आपके सर्वर अनुरोधों पर हस्ताक्षर करते हैं",
    webhooks: "आपके सर्वरों के लिए भुगतान इवेंट, और उनकी डिलीवरी",
    accounts: "इस डैशबोर्ड के मर्चेंट और उनकी कुंजियाँ",
  },
};
