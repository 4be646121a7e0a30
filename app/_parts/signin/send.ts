import { signIn } from 'next-auth/react'

/** An error and the field it concerns. */
export interface Problem {
  description: string
  property?: string
}

/** Posts a form to one of our routes. Returns the result or the error. */
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

/** Signs in a user who has just chosen a password. If this fails, the user signs in on the next page. */
export async function enter(email: string, password: string): Promise<boolean> {
  const answer = await signIn('credentials', { email, password, redirect: false }).catch(() => undefined)
  return answer?.ok === true
}
