import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import Stripe from 'stripe'
import { expect, onTestFinished, test } from 'vitest'

test('runs on its own, prints its keys, and stops on request', async () => {
  const child = spawn(process.execPath, ['--import', 'tsx', 'test/stripe/main.ts'], {
    env: { ...process.env, PORT: '0', SEED: '7' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line)
    if (line.startsWith('Test payment methods')) break
  }
  const after = (label: string) =>
    lines
      .find((line) => line.startsWith(label))
      ?.slice(label.length)
      .trim() ?? ''
  const { port } = new URL(after('STRIPE_BASE_URL='))
  const stripe = new Stripe(after('secret key'), { host: '127.0.0.1', port, protocol: 'http' })
  expect((await stripe.customers.create({})).object).toBe('customer')
  expect(lines.join('\n')).toContain('refunds in the dashboard')
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})
