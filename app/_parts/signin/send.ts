import { signIn } from 'next-auth/react'

/** What is wrong, and with which field. */
export interface Problem {
  description: string
  property?: string
}

/** Sends a form to one of our routes; answers what was done or what is wrong with it. */
export async function send<T>(path: string, fields: FormData): Promise<{ done: T } | { problem: Problem }> {
  try {
    const body = new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]))
    const answer = await fetch(path, { method: 'POST', body })
    const told = await answer.json()
    if (answer.ok) return { done: told }
    return { problem: told.content }
  } catch {
    return {
      problem: { description: 'Kassa could not be reached. Check your connection and try again.' },
    }
  }
}

/** Signs in whoever has just chosen their password; where that fails they do it themselves. */
export async function enter(email: string, password: string): Promise<boolean> {
  const answer = await signIn('credentials', { email, password, redirect: false }).catch(() => undefined)
  return answer?.ok === true
}
