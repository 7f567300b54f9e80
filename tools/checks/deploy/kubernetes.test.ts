import { beforeAll, expect, test } from "vitest";
import { MAX_BULK_BYTES } from "@/lib/bulk";
import { deployFiles, documentsOf, readDeployFile } from "./files";
import { loadManifestCheck, type Manifest } from "./manifest";

const base = deployFiles().filter((path) => /^deploy\/kubernetes\/.*\.yaml$/.test(path));
const manifests = base
  .filter((path) => !path.endsWith("kustomization.yaml"))
  .flatMap((path) => documentsOf(readDeployFile(path)) as Manifest[]);

const PROCESSES = ["service", "worker", "dashboard"];
const podOf = ({ spec }: Manifest): PodSpec => (spec as { template: { spec: PodSpec } }).template.spec;
const ofKind = (kind: string): Manifest[] => manifests.filter((manifest) => manifest.kind === kind);
type PodSpec = {
  automountServiceAccountToken: boolean;
  securityContext: object;
  containers: { args: string[]; securityContext: object }[];
};

const INSTALL_LIMIT_MS = 300_000;
let faultsOfManifest: (manifest: Manifest) => string[];
beforeAll(async () => {
  faultsOfManifest = await loadManifestCheck();
}, INSTALL_LIMIT_MS);

test("each manifest follows the schemas of Kubernetes, and has no unknown field", () => {
  expect(manifests.length).toBeGreaterThan(15);
  expect(manifests.flatMap(faultsOfManifest)).toEqual([]);
});

test("the schemas refuse a wrong type, a missing field and a misspelt one", () => {
  const deployment = ofKind("Deployment").find(({ metadata }) => metadata.name === "paydeck-service");
  const changed = (spec: object): Manifest =>
    ({ ...deployment, spec: { ...(deployment?.spec as object), ...spec } }) as Manifest;
  expect(faultsOfManifest(changed({ replicas: "2" }))[0]).toContain("replicas must be integer");
  expect(faultsOfManifest(changed({ selector: undefined }))[0]).toContain("selector");
  expect(faultsOfManifest(changed({ replicass: 2 }))).toEqual([
    "Deployment paydeck-service: spec.replicass is unknown",
  ]);
});

test("there are two of each process with all three probes, and one of each stays while nodes are drained", () => {
  expect(ofKind("Deployment").map(({ metadata }) => metadata.name)).toEqual(
    expect.arrayContaining(PROCESSES.map((name) => `paydeck-${name}`)),
  );
  for (const deployment of ofKind("Deployment")) {
    expect(deployment.spec).toMatchObject({ replicas: 2 });
    const probe = { httpGet: { path: expect.any(String) as string, port: "http" } };
    expect(podOf(deployment).containers).toMatchObject([
      { startupProbe: probe, livenessProbe: probe, readinessProbe: { httpGet: { path: "/readyz" } } },
    ]);
    const budget = ofKind("PodDisruptionBudget").find(
      ({ metadata }) => metadata.name === deployment.metadata.name,
    );
    expect(budget?.spec).toMatchObject({
      minAvailable: 1,
      selector: (deployment.spec as { selector: object }).selector,
    });
  }
});

test("each pod fulfils the restricted profile, and gets no token of the cluster", () => {
  for (const manifest of [...ofKind("Deployment"), ...ofKind("Job")]) {
    const pod = podOf(manifest);
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
    });
    for (const container of pod.containers) {
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      });
    }
  }
});

test("secrets are files and in no environment, and each has its variable", () => {
  expect(base.map(readDeployFile).join("\n")).not.toMatch(/secretRef|secretKeyRef/);
  const kustomization = readDeployFile("deploy/kubernetes/example/kustomization.yaml");
  for (const system of ["service", "dashboard"]) {
    const example = readDeployFile(`deploy/kubernetes/example/${system}.env.example`);
    const names = [...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name = ""]) => name);
    expect(names.length).toBeGreaterThan(1);
    expect(
      names.filter((name) => !kustomization.includes(`${name}_FILE=/etc/paydeck/secrets/${name}\n`)),
    ).toEqual([]);
  }
});

test("a bulk file of the largest size passes the ingress, and an e-mail the network policy", () => {
  const [ingress] = ofKind("Ingress");
  const annotations = (ingress?.metadata as { annotations?: Record<string, string> }).annotations;
  const megabytes = /^(\d+)m$/.exec(annotations?.["nginx.ingress.kubernetes.io/proxy-body-size"] ?? "")?.[1];
  expect(Number(megabytes) * 1024 * 1024).toBeGreaterThan(MAX_BULK_BYTES);
  const policy = ofKind("NetworkPolicy").find(({ metadata }) => metadata.name === "paydeck-dashboard");
  const { egress } = policy?.spec as { egress: { ports: { port: number }[] }[] };
  expect(egress.flatMap(({ ports }) => ports.map(({ port }) => port))).toEqual(
    expect.arrayContaining([465, 587]),
  );
});
