import type { bell as english } from "../en/bell";
import type { SameKeys } from "../same-keys";

export const bell: SameKeys<typeof english> = {
  title: "सूचनाएँ",
  open: "{unread, plural, =0 {सूचनाएँ} one {सूचनाएँ, # अपठित} other {सूचनाएँ, # अपठित}}",
  arrived: "{count, plural, one {# नई सूचना} other {# नई सूचनाएँ}}",
  loading: "सूचनाएँ लोड हो रही हैं",
  failed: "सूचनाएँ लोड नहीं हो सकीं।",
  markAll: "सबको पढ़ा हुआ करें",
  seeAll: "सब देखें",
  settings: "सूचना सेटिंग",
  unread: "अपठित",
  none: "कोई सूचना नहीं",
  noneBody: "जब किसी काम में आपकी ज़रूरत हो, जैसे मंज़ूरी का अनुरोध या विफल रिफ़ंड, तब आपको सूचना मिलती है।",
};
