/** What our server says about a form. */
interface Sent {
  /** Where to go next. */
  to: string
  problem?: { key: string; text: string }
}

/** Sends the fields of a form to our own server. Returns undefined if the browser is offline: nothing was sent. */
export async function sendForm(action: string, fields: Record<string, string>): Promise<Sent | undefined> {
  if (!navigator.onLine) return undefined
  const response = await fetch(action, {
    method: 'POST',
    headers: { Accept: 'application/json' },
    body: new URLSearchParams(fields),
  })
  return response.json()
}
