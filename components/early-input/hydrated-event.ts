export const HYDRATED_EVENT = "paydeck:alive";
