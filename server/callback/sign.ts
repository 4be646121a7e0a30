import { Webhook } from 'standardwebhooks'

/** Returns a callback's headers as Standard Webhooks specifies them, with a signature for each secret. */
export function signedHeaders(
  { id, payload }: { id: string; payload: string },
  secrets: readonly string[],
  at: Date,
): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, payload)).join(' '),
  }
}
