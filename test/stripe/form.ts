/** A decoded form: text, or named parts. Lists are parts named 0, 1, 2 … until a reader turns them into arrays. */
export type Form = string | FormParts
export interface FormParts {
  [name: string]: Form
}

/** Decodes Stripe's form encoding: `card[number]=1&expand[]=a&expand[1]=b`. */
export function decodeForm(text: string): FormParts {
  const parts = emptyParts()
  for (const [name, value] of new URLSearchParams(text)) place(parts, pathOf(name), value)
  return parts
}

/** No prototype, so that a parameter named `constructor` is a parameter. */
export const emptyParts = (): FormParts => Object.create(null) as FormParts

/** `a[b][c]` as a, b, c. */
function pathOf(name: string): string[] {
  const open = name.indexOf('[')
  if (open < 1 || !name.endsWith(']')) return [name]
  return [name.slice(0, open), ...name.slice(open + 1, -1).split('][')]
}

export function place(parts: FormParts, path: string[], value: string): void {
  const [first = '', ...rest] = path
  const name = first === '' ? String(Object.keys(parts).length) : first
  if (!rest.length) {
    parts[name] = value
    return
  }
  const existing = parts[name]
  const inner = typeof existing === 'object' ? existing : emptyParts()
  parts[name] = inner
  place(inner, rest, value)
}

/** The same text for the same parameters, in whatever order they were sent. */
export function canonical(form: Form): string {
  if (typeof form === 'string') return JSON.stringify(form)
  const names = Object.keys(form).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(form[name] ?? '')}`).join()}}`
}
