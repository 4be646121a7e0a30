// A classic script knows its own address; a module reads it from the stack of an error.
const script = document.currentScript
const own =
  (script instanceof HTMLScriptElement && script.src) ||
  /https?:\/\/[^\s()]+?\/embed\/card\.js/.exec(new Error().stack ?? '')?.[0]

/** The payment service that this script was loaded from. */
export const service = new URL('..', own || location.href)

/** How long the form has to load, in milliseconds. */
export const timeoutMs = 20_000
