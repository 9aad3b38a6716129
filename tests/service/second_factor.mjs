// Turns on the second factor of a visitor of the dashboard who is signed in.
import { password } from "./dashboard_client.mjs";
import { totpCode } from "./totp.mjs";

export const setUpPath = "/dashboard/settings/second-factor";
export const fieldOf = (page, name) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page.text)?.[1];
export const secretIn = (page) =>
  /<code id="secret">([A-Z2-7 ]+)<\/code>/.exec(page.text)[1].replaceAll(" ", "");

// By the code of this time step, so that the next one's is still good. Gives the secret and the page with the
// recovery codes.
export async function turnOnSecondFactor(visitor) {
  const page = await visitor.open(setUpPath);
  const secret = secretIn(page);
  const answer = await visitor.post(setUpPath, {
    secret: fieldOf(page, "secret"),
    code: totpCode(secret),
    currentPassword: password,
  });
  return { ...answer, secret };
}
