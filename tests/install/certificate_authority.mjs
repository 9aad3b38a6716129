// A certificate authority of a host's own, which the host trusts, and certificates that it issues.
import { cpSync } from "node:fs";
import path from "node:path";

const key = "/root/authority.key";
export const certificate = "/usr/local/share/ca-certificates/authority.crt";
const newKey = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes";

export const makeAuthority = (host) =>
  host.shell(`
    openssl req -x509 ${newKey} -days 400 -subj '/CN=Authority' -keyout ${key} -out ${certificate} 2>/dev/null
    update-ca-certificates >/dev/null 2>&1`);

// Another host trusts the same authority.
export async function trustAuthority(host, hostOfAuthority) {
  cpSync(path.join(hostOfAuthority.root, certificate), path.join(host.root, certificate));
  await host.shell("update-ca-certificates >/dev/null 2>&1");
}

// Writes a certificate for a name, and its key, to two files of the host.
export const issueCertificate = (host, name, { days = 90, certificateFile, keyFile }) =>
  host.shell(`
    mkdir -p ${path.dirname(certificateFile)} ${path.dirname(keyFile)}
    openssl req ${newKey} -subj '/CN=${name}' -keyout ${keyFile} 2>/dev/null |
      openssl x509 -req -days ${days} -CA ${certificate} -CAkey ${key} -CAcreateserial \
        -extfile <(echo subjectAltName=DNS:${name}) -out ${certificateFile} 2>/dev/null`);

// The same as certbot does, which writes the files elsewhere and links to them. Gives the options of artifact-admin setup
// that name the links.
export async function issueAsCertbot(host, name, { days } = {}) {
  const folder = `/etc/letsencrypt/live/${name}`;
  const archive = `/etc/letsencrypt/archive/${name}`;
  const [certificateFile, keyFile] = [`${folder}/fullchain.pem`, `${folder}/privkey.pem`];
  const written = { certificateFile: `${archive}/fullchain1.pem`, keyFile: `${archive}/privkey1.pem` };
  await issueCertificate(host, name, { days, ...written });
  await host.shell(`mkdir -p ${folder} && chmod 700 /etc/letsencrypt/{live,archive}
    ln -sf ../../archive/${name}/fullchain1.pem ${certificateFile}
    ln -sf ../../archive/${name}/privkey1.pem ${keyFile}`);
  return { certificateFile, options: `--certificate ${certificateFile} --certificate-key ${keyFile}` };
}
