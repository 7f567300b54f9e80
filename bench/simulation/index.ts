export { drawChart } from "./chart";
export { waitsAtFullness } from "./fullness";
export { scenarioRunner } from "./run-scenario";
export { allScenarios } from "./scenarios";
export { fullnessTable, scenarioTable, settledLines } from "./table";
