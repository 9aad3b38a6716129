// The network of several booted hosts: a bridge in the test's own network, which has addresses of its own on it. All
// files of the install step run in one network, so each removes the bridge that it made.
import { execFileSync } from "node:child_process";

const bridge = "hosts";
const ip = (words) => execFileSync("ip", words.split(" "));

// Returns the name of the bridge, for DebianHost.boot.
export function addHostNetwork() {
  ip(`link add ${bridge} type bridge`);
  for (const last of [1, 91, 92]) ip(`address add 10.0.0.${last}/24 dev ${bridge}`);
  ip(`link set ${bridge} up`);
  return bridge;
}

export const removeHostNetwork = () => ip(`link delete ${bridge}`);
