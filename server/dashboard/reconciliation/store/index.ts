export { FINDING_WORK } from "./finding-work";
