// Generates passwords of share links, and copies a new one with its link. Everything else works without JavaScript.
"use strict";

/* global offerToCopy */

// The password that a form has sent, until the page that follows has offered to copy it. It stays in this tab.
const sentPassword = {
  key: "sent-password",
  keep(path, password) {
    sessionStorage.setItem(this.key, JSON.stringify({ path, password }));
  },
  take(path) {
    const sent = JSON.parse(sessionStorage.getItem(this.key) ?? "{}");
    sessionStorage.removeItem(this.key);
    return sent.path?.startsWith(`${path}/`) ? sent.password : "";
  },
};

// 100 random bits in Crockford's base32.
function newPassword() {
  const bytes = crypto.getRandomValues(new Uint8Array(20));
  const characters = Array.from(bytes, (byte) => "0123456789abcdefghjkmnpqrstvwxyz"[byte % 32]);
  return characters.join("").match(/.{5}/g).join("-");
}

function offerToGenerate(form) {
  const { password, removePassword } = form.elements;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "quiet";
  button.textContent = "Generate";
  button.addEventListener("click", () => {
    password.value = newPassword();
    if (removePassword) removePassword.checked = false;
    password.focus();
  });
  password.after(button);
  form.addEventListener("submit", () => sentPassword.keep(new URL(form.action).pathname, password.value));
}
document.querySelectorAll(".link-form").forEach(offerToGenerate);

const sent = sentPassword.take(location.pathname);
const made = document.querySelector(".made ~ .to-copy");
if (made && navigator.clipboard) {
  const url = made.querySelector("code").textContent;
  if (sent) offerToCopy(made, "Copy with password", `${url}\nPassword: ${sent}`);
  made.querySelector("button").focus();
}
