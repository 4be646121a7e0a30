const loaded = new Map<string, Promise<void>>()

/** How long a script may take: less than the fields, so that they can be tried again with a new request. */
const timeoutMs = 12_000

/**
 * Loads a script once. After a failure it can be loaded again: if it does not arrive, or does not define what it should,
 * as when a content blocker replaces it.
 */
export function loadScript(address: string, isDefined: () => boolean): Promise<void> {
  const known = loaded.get(address)
  if (known) return known
  const script = document.createElement('script')
  script.src = address
  script.async = true
  const loading = new Promise<void>((resolve, reject) => {
    const fail = (problem: string) => {
      loaded.delete(address)
      script.remove()
      reject(new Error(`${address} ${problem}`))
    }
    const timer = setTimeout(() => fail('does not respond'), timeoutMs)
    script.addEventListener('load', () => {
      clearTimeout(timer)
      if (isDefined()) resolve()
      else fail('does not define what it should')
    })
    script.addEventListener('error', () => {
      clearTimeout(timer)
      fail('could not be loaded')
    })
  })
  document.head.append(script)
  loaded.set(address, loading)
  return loading
}
