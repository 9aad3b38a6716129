// The protocol's own client of revision 2025-11-25, which signs in with OAuth by itself: it has the address of
// the MCP server and nothing else.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { address, fetchHere } from "./clients.mjs";

// An app that keeps in memory what it gets. `redirected` is where it has sent the user.
export class App {
  #client;
  #tokens;
  #verifier;
  redirected;

  constructor(redirectUrl, { clientMetadataUrl } = {}) {
    this.redirectUrl = redirectUrl;
    this.clientMetadataUrl = clientMetadataUrl;
    this.clientMetadata = { client_name: "Tests of the SDK", redirect_uris: [redirectUrl] };
  }
  state() {
    return "state-of-the-sdk";
  }
  clientInformation() {
    return this.#client;
  }
  saveClientInformation(client) {
    this.#client = client;
  }
  tokens() {
    return this.#tokens;
  }
  saveTokens(tokens) {
    this.#tokens = tokens;
  }
  redirectToAuthorization(url) {
    this.redirected = url;
  }
  saveCodeVerifier(verifier) {
    this.#verifier = verifier;
  }
  codeVerifier() {
    return this.#verifier;
  }

  transport() {
    return new StreamableHTTPClientTransport(address, { authProvider: this, fetch: fetchHere });
  }
  // Connects, or has the user redirected and gives nothing.
  async connect(transport = this.transport()) {
    const client = new Client({ name: "artifact-share-tests", version: "1.0.0" });
    try {
      await client.connect(transport);
      return client;
    } catch (problem) {
      if (!this.redirected) throw problem;
      return undefined;
    }
  }
  // With the code that the user's browser has brought back.
  async finish(code) {
    await this.transport().finishAuth(code);
    return this.connect();
  }
}
