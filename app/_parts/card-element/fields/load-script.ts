const loaded = new Map<string, Promise<void>>()

/** Loads a script once. After a failure it can be loaded again. */
export function loadScript(address: string): Promise<void> {
  const known = loaded.get(address)
  if (known) return known
  const loading = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.async = true
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      loaded.delete(address)
      script.remove()
      reject(new Error(`${address} could not be loaded`))
    })
    document.head.append(script)
  })
  loaded.set(address, loading)
  return loading
}
