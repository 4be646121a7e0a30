import type { PostedForm } from '../form'

/** Returns what a pay button has sent: the id of the press, and the amount on the button in minor units. */
export function payAttemptIn(form: PostedForm): { attempt: string; expected: bigint } | undefined {
  const [attempt, expected] = [form.get('attempt') ?? '', form.get('expected') ?? '']
  if (!/^[\da-f-]{36}$/.test(attempt) || !/^\d{1,15}$/.test(expected)) return undefined
  return { attempt, expected: BigInt(expected) }
}
