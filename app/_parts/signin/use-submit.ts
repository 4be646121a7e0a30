'use client'

import { signIn } from 'next-auth/react'
import { type FormEvent, useEffect, useState } from 'react'

/** An error and the field it concerns. */
export interface FormProblem {
  description: string
  property?: string
}

/** Posts a form to one of our routes by script. `done` receives the result and the form; errors become the `problem`. */
export function useSubmit<Result>(path: string, done: (result: Result, form: FormData) => Promise<void>) {
  const [problem, setProblem] = useState<FormProblem>()
  const [isBusy, setBusy] = useState(false)
  const isReady = useReady()
  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setBusy(true)
    setProblem(undefined)
    try {
      const body = new URLSearchParams([...form].map(([name, value]) => [name, String(value)]))
      const response = await fetch(path, { method: 'POST', body })
      const result = await response.json()
      if (response.ok) return await done(result, form)
      setProblem(result.content)
    } catch {
      setProblem({ description: 'Kassa could not be reached. Check your connection and try again.' })
    }
    setBusy(false)
  }
  return { problem, isBusy, disabled: isBusy || !isReady, onSubmit }
}

/** Reports whether the script has loaded. Until then, submitting would lose the input, so buttons stay disabled. */
export function useReady(): boolean {
  const [isReady, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  return isReady
}

/** Signs in a user who has just chosen a password. If this fails, the user signs in on the next page. */
export const enter = (email: string, form: FormData) =>
  signIn('credentials', { email, password: String(form.get('password')), redirect: false }).catch(
    () => undefined,
  )
