// An address of this machine that nobody else calls from, so that what the service counts by address
// is a test's own, also when the suite runs twice within a minute. All of 127.0.0.0/8 is this machine.
import { randomInt } from "node:crypto";

export const ownAddress = () => `127.${randomInt(16, 255)}.${randomInt(256)}.${randomInt(1, 255)}`;

// Another address of the same /24.
export const neighbour = (address, number) => address.replace(/\d+$/, String(number + 1));
