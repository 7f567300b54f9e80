/** Shared by the tests and the program that they kill, so that both open the same database. */
export const TEST_OPTIONS = {
  superuserPassword: "test-superuser-password",
  databases: [
    { name: "routing", password: "test-routing-password" },
    { name: "dashboard", password: "test-dashboard-password" },
  ],
};
