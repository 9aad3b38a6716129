import { readdirSync, readFileSync } from "node:fs";
import https from "node:https";

// A service that ./run started, as its env file tells.
export class Service {
  constructor(environment) {
    this.values = Object.fromEntries(
      [...readFileSync(environment, "utf8").matchAll(/^(?:export )?(\w+)=["']?(.*?)["']?$/gm)].map(
        ([, name, value]) => [name, value],
      ),
    );
    this.agent = new https.Agent({ ca: readFileSync(this.values.CA_CERT), keepAlive: true, maxSockets: 16 });
  }

  send(method, url, body, headers = {}) {
    return new Promise((resolve, reject) => {
      const sent = https.request(
        url.startsWith("https:") ? url : this.values.BASE_URL + url,
        {
          method,
          agent: this.agent,
          headers: { authorization: `Bearer ${this.key ?? this.values.API_KEY}`, ...headers },
        },
        (response) => {
          const chunks = [];
          response.on("data", (chunk) => chunks.push(chunk));
          response.on("error", reject);
          response.on("end", () => {
            const text = Buffer.concat(chunks).toString();
            if (response.statusCode >= 400)
              reject(new Error(`${method} ${url}: ${response.statusCode} ${text.slice(0, 500)}`));
            else resolve({ headers: response.headers, text });
          });
        },
      );
      sent.on("error", reject);
      sent.end(body);
    });
  }

  async json(method, path, body) {
    const { text } = await this.send(method, path, JSON.stringify(body), {
      "content-type": "application/json",
    });
    return JSON.parse(text);
  }

  // Microseconds that the service's processes have used: by program, and together.
  processorTime() {
    const folder = `${this.values.STATE_DIR}/pids`;
    const first = new Set(
      readdirSync(folder).map((name) => readFileSync(`${folder}/${name}`, "utf8").split(" ")[0].trim()),
    );
    const parents = new Map();
    const used = new Map();
    for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
      try {
        const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
          .replace(/^.*\) /s, "")
          .split(" ");
        parents.set(pid, fields[1]);
        const name = readFileSync(`/proc/${pid}/comm`, "utf8").trim();
        used.set(pid, [name, 10000 * (Number(fields[11]) + Number(fields[12]))]);
      } catch {
        // It has ended.
      }
    }
    const times = { all: 0 };
    for (const [pid, [name, time]] of used) {
      let at = pid;
      while (at && !first.has(at)) at = parents.get(at);
      if (!at) continue;
      times.all += time;
      times[name] = (times[name] ?? 0) + time;
    }
    return times;
  }
}
