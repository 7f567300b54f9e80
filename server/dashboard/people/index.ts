/** Exports of the commands on people for other subjects. */
export { makeAndMailLink } from "./commands/make-link";
export { emailSchema, nameSchema } from "./commands/people-input";
export { holdRoles, readGivenRole, roleSchema } from "./commands/given-role";
export { isConfirmed } from "./commands/is-confirmed";
export { notifyOfRole } from "./notify-of-role";
