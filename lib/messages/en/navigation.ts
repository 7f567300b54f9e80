export const navigation = {};
