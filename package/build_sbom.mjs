// Writes the software bill of materials of a package (CycloneDX 1.5, JSON) to standard output: the libraries
// that its programs are linked with, in the versions of this build, and the npm packages of a lock file.
//
//   node build_sbom.mjs PACKAGE VERSION TIME PROGRAM… [--lock-file FILE]
//
// TIME is in seconds since 1970. The same build gives the same bytes. A library whose licence is not known here
// fails the build.
import { execFileSync } from "node:child_process";
import { readFileSync, realpathSync } from "node:fs";
import { parseArgs } from "node:util";

const { values: options, positionals } = parseArgs({
  options: { "lock-file": { type: "string" } },
  allowPositionals: true,
});
const [packageName, version, time, ...programs] = positionals;
const run = (program, ...words) =>
  execFileSync(program, words, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

// Libraries, by the beginning of their names, as Debian's copyright files have their licences.
const licencesOfLibraries = {
  libc: "LGPL-2.1-or-later",
  libcrypto: "Apache-2.0",
  libcurl: "curl",
  libfcgi: "OML",
  libgcc_s: "GPL-3.0-or-later WITH GCC-exception-3.1",
  libgumbo: "Apache-2.0",
  libzxcvbn: "MIT",
  libhiredis: "BSD-3-Clause",
  libm: "LGPL-2.1-or-later",
  libmd4c: "MIT",
  libpq: "PostgreSQL",
  libqrencode: "LGPL-2.1-or-later",
  libssl: "Apache-2.0",
  "libstdc++": "GPL-3.0-or-later WITH GCC-exception-3.1",
  libz: "Zlib",
};
// Those of which there are only headers, which become part of the programs.
const licencesOfHeaders = { "libcli11-dev": "BSD-3-Clause", "rapidjson-dev": "MIT" };

const licenses = (licence) => [/\s/.test(licence) ? { expression: licence } : { license: { id: licence } }];

function debianComponent(debianPackage, licence) {
  const [name, packageVersion, architecture] = run(
    "dpkg-query",
    "--show",
    "--showformat=${Package} ${Version} ${Architecture}",
    debianPackage,
  ).split(" ");
  const distribution = /^VERSION_CODENAME=(.*)$/m.exec(readFileSync("/etc/os-release", "utf8"))[1];
  const purl = `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(packageVersion)}`;
  return {
    type: "library",
    name,
    version: packageVersion,
    scope: "required",
    licenses: licenses(licence),
    purl: `${purl}?arch=${architecture}&distro=${distribution}`,
  };
}

// The package that a file came with. dpkg may know a file below /lib by the name that it had below /usr/lib, and
// the other way round.
function packageOf(file) {
  const names = [file, `/usr${file}`, file.replace(/^\/usr/, "")];
  for (const name of names) {
    try {
      return run("dpkg-query", "--search", name).split(": ")[0];
    } catch {
      // Not by this name.
    }
  }
  throw new Error(`no package has ${file}`);
}

function librariesOf(program) {
  const needed = run("objdump", "-p", program).matchAll(/^ +NEEDED +(\S+)$/gm);
  const found = new Map(
    [...run("ldd", program).matchAll(/^\s+(\S+) => (\S+)/gm)].map(([, name, file]) => [name, file]),
  );
  // The loader is libc's own.
  return [...needed]
    .map(([, name]) => name)
    .filter((name) => !name.startsWith("ld-linux"))
    .map((name) => ({ name, file: realpathSync(found.get(name)) }));
}

function linkedComponents() {
  const components = new Map();
  for (const { name, file } of programs.flatMap(librariesOf)) {
    const licence = licencesOfLibraries[name.replace(/[-.]?[\d.]*\.so.*$/, "")];
    if (!licence) throw new Error(`${name}: name its licence in package/build_sbom.mjs`);
    const debianPackage = packageOf(file);
    components.set(debianPackage, debianComponent(debianPackage, licence));
  }
  for (const [name, licence] of Object.entries(licencesOfHeaders))
    components.set(name, debianComponent(name, licence));
  return [...components.values()];
}

// Of what npm installs, these serve the build alone; the files of all others, or parts of these, may be among
// those that browsers load.
const isOfTheBuild = (name) => name === "yaml" || /^@?esbuild(\/|$)/.test(name);
// Packages whose package.json names no licence: what the file with their licence says.
const licencesOfFiles = { khroma: "MIT" };

function npmComponents(lockFile) {
  const { packages } = JSON.parse(readFileSync(lockFile, "utf8"));
  const components = new Map();
  for (const [place, { version: packageVersion, license: named, integrity }] of Object.entries(packages)) {
    if (place === "") continue;
    const name = place.replace(/^.*node_modules\//, "");
    const license = named ?? licencesOfFiles[name];
    if (!license) throw new Error(`${name}: the lock file names no licence`);
    const purl = `pkg:npm/${name.replace("@", "%40")}@${packageVersion}`;
    const [, algorithm, digest] = /^(sha512)-(.*)$/.exec(integrity);
    components.set(purl, {
      type: "library",
      name,
      version: packageVersion,
      scope: isOfTheBuild(name) ? "excluded" : "required",
      hashes: [
        {
          alg: algorithm.replace("sha", "SHA-"),
          content: Buffer.from(digest, "base64").toString("hex"),
        },
      ],
      licenses: licenses(license),
      purl,
    });
  }
  return [...components.values()];
}

const components = [
  ...linkedComponents(),
  ...(options["lock-file"] ? npmComponents(options["lock-file"]) : []),
]
  .map((component) => ({ "bom-ref": component.purl, ...component }))
  .sort((a, b) => (a.purl < b.purl ? -1 : 1));

const bom = {
  $schema: "http://cyclonedx.org/schema/bom-1.5.schema.json",
  bomFormat: "CycloneDX",
  specVersion: "1.5",
  version: 1,
  metadata: {
    timestamp: new Date(Number(time) * 1000).toISOString(),
    component: {
      "bom-ref": packageName,
      type: "application",
      name: packageName,
      version,
      licenses: licenses("Apache-2.0"),
    },
  },
  components,
  dependencies: [{ ref: packageName, dependsOn: components.map(({ purl }) => purl) }],
};
process.stdout.write(`${JSON.stringify(bom, undefined, 1)}\n`);
