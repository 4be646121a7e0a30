import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { address, dataDir } from './place'

interface Demo {
  merchant: string
  email: string
  password: string
  publicKey: string
  privateKey: string
}

/** The keys of the demo merchant. */
export const demo = (): Demo => JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'))

/** Calls the API with the demo merchant's private key. */
export async function call(method: string, path: string, body?: unknown, idempotencyKey?: string) {
  const response = await fetch(`${address}/v1${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${demo().privateKey}`,
      'Content-Type': 'application/json',
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}

/** A one-time token of a test card. */
export async function cardToken(pan: string): Promise<string> {
  const { body } = await call('POST', '/card', { pan, expires: [12, 30], csc: '987' })
  return body.token
}
