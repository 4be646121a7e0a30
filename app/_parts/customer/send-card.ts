/** What our server says about a card that was to be added. */
interface Sent {
  /** Where to go next. */
  to: string
  problem?: { key: string; text: string }
}

/** Sends the fields of a card form to our own server. */
export async function sendCard(fields: Record<string, string>): Promise<Sent> {
  const response = await fetch('/account/do/add-card', {
    method: 'POST',
    headers: { Accept: 'application/json' },
    body: new URLSearchParams(fields),
  })
  return response.json()
}
