export { drawChart } from "./chart";
export { waitsAtFullness } from "./fullness";
export { returnAfterLoss } from "./return-after-loss";
export { scenarioRunner } from "./run-scenario";
export { allScenarios } from "./scenarios";
export { fullnessTable, returnTable, scenarioTable, settledLines } from "./table";
