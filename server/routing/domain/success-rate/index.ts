export { countOutcome, knownOf, type Statistics } from "./counted";
export { segmentsOf } from "./segment";
export { movedShares, wantedShares } from "./shares";
export { DEFAULT_STATISTICS } from "./statistics";
