import { pretty } from './pretty'

export interface CurlRequest {
  method: string
  url: string
  /** The shell variable that holds the key; undefined for endpoints without a key. */
  key: string | undefined
  body: unknown
}

/** Returns the request as a curl command that works as typed once its variables are set. */
export function curl({ method, url, key, body }: CurlRequest): string {
  const parts = [`curl ${url.includes('$') ? `"${url}"` : url}`]
  const implied = body === undefined ? 'GET' : 'POST'
  if (method !== implied) parts[0] += ` -X ${method}`
  if (key !== undefined) parts.push(`-H "Authorization: Bearer $${key}"`)
  if (body === undefined) return parts.join(' \\\n  ')
  parts.push("-H 'Content-Type: application/json'")
  const text = pretty(body)
  // The shell does not expand variables inside single quotes.
  if (/\$[A-Z]/.test(text)) return `${[...parts, '-d @- <<JSON'].join(' \\\n  ')}\n${text}\nJSON`
  return [...parts, `-d '${text.replaceAll("'", `'\\''`)}'`].join(' \\\n  ')
}
