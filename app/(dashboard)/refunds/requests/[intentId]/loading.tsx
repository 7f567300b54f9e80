export { default } from "../../loading";
