const loaded = new Map<string, Promise<unknown>>()

/** How long a script may take: less than the fields, so that trying again sends a new request. */
const timeoutMs = 12_000

/**
 * Loads a script once, and returns what it defines. It can be loaded again if it fails, does not arrive, or does not
 * define it, for example because a content blocker replaced it.
 */
export function loadScript<T>(address: string, defined: () => T | undefined): Promise<T> {
  const known = loaded.get(address)
  if (known) return known as Promise<T>
  const script = document.createElement('script')
  script.src = address
  script.async = true
  const loading = new Promise<T>((resolve, reject) => {
    const end = (problem?: string) => {
      clearTimeout(timer)
      const value = problem === undefined ? defined() : undefined
      if (value !== undefined) return resolve(value)
      // A script that is late must not remove the one that was tried after it.
      if (loaded.get(address) === loading) loaded.delete(address)
      script.remove()
      reject(new Error(`${address} ${problem ?? 'does not define what it should'}`))
    }
    const timer = setTimeout(() => end('does not respond'), timeoutMs)
    script.addEventListener('load', () => end())
    script.addEventListener('error', () => end('could not be loaded'))
  })
  document.head.append(script)
  loaded.set(address, loading)
  return loading
}
