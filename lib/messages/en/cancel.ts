export const cancel = {};
