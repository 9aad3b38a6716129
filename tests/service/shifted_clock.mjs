// The environment of a process whose clock is off by so much ("+40d"); the right clock without an offset.
import { execFileSync } from "node:child_process";

export const withClock = (offset) =>
  offset
    ? {
        LD_PRELOAD: `/usr/lib/${execFileSync("g++", ["-print-multiarch"], { encoding: "utf8" }).trim()}/faketime/libfaketime.so.1`,
        // AddressSanitizer wants to be the first library, but works as the second.
        ASAN_OPTIONS: [process.env.ASAN_OPTIONS, "verify_asan_link_order=0"].filter(Boolean).join(":"),
        FAKETIME: offset,
        FAKETIME_DONT_FAKE_MONOTONIC: "1",
      }
    : {};
