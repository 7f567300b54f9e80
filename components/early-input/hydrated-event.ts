export const ALIVE_EVENT = "paydeck:alive";
