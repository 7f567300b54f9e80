export { presentKey } from "./api-key";
