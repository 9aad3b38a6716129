// A certificate authority of a host's own, which the host trusts, and certificates that it issues.
import path from "node:path";

const key = "/root/authority.key";
const certificate = "/usr/local/share/ca-certificates/authority.crt";
const newKey = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes";

export const makeAuthority = (host) =>
  host.shell(`
    openssl req -x509 ${newKey} -days 400 -subj '/CN=Authority' -keyout ${key} -out ${certificate} 2>/dev/null
    update-ca-certificates >/dev/null 2>&1`);

// Writes a certificate for a name, and its key, to two files of the host.
export const issueCertificate = (host, name, { days = 90, certificateFile, keyFile }) =>
  host.shell(`
    mkdir -p ${path.dirname(certificateFile)} ${path.dirname(keyFile)}
    openssl req ${newKey} -subj '/CN=${name}' -keyout ${keyFile} 2>/dev/null |
      openssl x509 -req -days ${days} -CA ${certificate} -CAkey ${key} -CAcreateserial \
        -extfile <(echo subjectAltName=DNS:${name}) -out ${certificateFile} 2>/dev/null`);

// The same where certbot writes them. Gives the options of artifact-admin setup that name them.
export async function issueAsCertbot(host, name, { days } = {}) {
  const folder = `/etc/letsencrypt/live/${name}`;
  const [certificateFile, keyFile] = [`${folder}/fullchain.pem`, `${folder}/privkey.pem`];
  await issueCertificate(host, name, { days, certificateFile, keyFile });
  await host.shell("chmod 700 /etc/letsencrypt/live");
  return { certificateFile, options: `--certificate ${certificateFile} --certificate-key ${keyFile}` };
}
