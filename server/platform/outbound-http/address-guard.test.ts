import { describe, expect, test } from "vitest";
import { parseRange } from "@/server/platform/address-range";
import { createAddressGuard } from "./address-guard";

const guard = createAddressGuard([]);

describe("the addresses that requests may go to (failure 29)", () => {
  test.each([
    "8.8.8.8",
    "1.1.1.1",
    "172.15.255.255",
    "172.32.0.1",
    "100.63.255.255",
    "2606:4700::1111",
    "::ffff:8.8.8.8",
    "64:ff9b::808:808",
  ])("%s is one of the internet", (address) => expect(guard(address)).toBe("public"));

  test.each([
    ["this host", ["0.0.0.0", "0.1.2.3", "::"]],
    ["loopback", ["127.0.0.1", "127.255.255.254", "::1"]],
    ["private", ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1"]],
    ["link-local and cloud metadata", ["169.254.169.254", "fe80::1", "fe80::1%eth0", "fd00:ec2::254"]],
    ["shared (CGNAT)", ["100.64.0.1", "100.100.100.200", "100.127.255.255"]],
    ["unique-local and site-local", ["fc00::1", "fdff::1", "fec0::1"]],
    ["multicast and broadcast", ["224.0.0.1", "239.255.255.255", "255.255.255.255", "ff02::1"]],
    [
      "reserved, documentation, benchmarking",
      [
        "192.0.0.1",
        "192.0.2.1",
        "198.18.0.1",
        "198.51.100.1",
        "203.0.113.1",
        "240.0.0.1",
        "2001:db8::1",
        "100::1",
      ],
    ],
    [
      "mapped into IPv6",
      ["::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:a9fe:a9fe", "::127.0.0.1", "::ffff:0:10.0.0.1"],
    ],
    [
      "behind NAT64, 6to4 and Teredo",
      ["64:ff9b::a00:1", "64:ff9b::7f00:1", "64:ff9b:1::1", "2002:a00:1::", "2002:7f00:1::1", "2001::1"],
    ],
    ["outside of what has been given out", ["4000::1", "9000::1", "5f00::1"]],
    ["no address at all", ["", "localhost", "shop.example", "127.0.0.1:80", "[::1]"]],
  ])("%s: refused", (_name, addresses) => {
    expect(addresses.map((address) => [address, guard(address)])).toEqual(
      addresses.map((address) => [address, "refused"]),
    );
  });

  test("what operators allow passes, in either family's clothes, and nothing beside it", () => {
    const ranges = ["10.1.0.0/16", "fd00:1::/32"]
      .map((text) => parseRange(text))
      .filter((range) => range !== null);
    const allowing = createAddressGuard(ranges);
    expect(["10.1.2.3", "::ffff:10.1.2.3", "fd00:1::5"].map(allowing)).toEqual([
      "allowed",
      "allowed",
      "allowed",
    ]);
    expect(["10.2.0.1", "127.0.0.1", "fd00:2::5"].map(allowing)).toEqual(["refused", "refused", "refused"]);
  });

  test("cloud metadata is refused even where its range is allowed", () => {
    const everything = ["0.0.0.0/0", "::/0"]
      .map((text) => parseRange(text))
      .filter((range) => range !== null);
    const allowing = createAddressGuard(everything);
    const metadata = [
      "169.254.169.254",
      "168.63.129.16",
      "100.100.100.200",
      "192.0.0.192",
      "fd00:ec2::254",
      "fd00:ec2::23",
      "fd20:ce::254",
      "::ffff:169.254.169.254",
      "64:ff9b::a83f:8110",
    ];
    expect(metadata.map((address) => [address, allowing(address)])).toEqual(
      metadata.map((address) => [address, "refused"]),
    );
    expect(guard("168.63.129.16")).toBe("refused");
  });

  test.each(["10.0.0.0", "10.0.0.0/33", "shop.example/8", "", "fd00::/129"])("%j is no range", (text) =>
    expect(parseRange(text)).toBeNull(),
  );
});
