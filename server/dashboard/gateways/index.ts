export { watchGatewayAccounts } from "./jobs/watch-gateway-accounts";
