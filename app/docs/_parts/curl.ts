import { pretty } from './pretty'

export interface CurlRequest {
  method: string
  url: string
  /** Shell variable that holds the key; none for endpoints that are open. */
  key: string | undefined
  body: unknown
}

/** The request as a curl command that works as typed, once its variables are set. */
export function curl({ method, url, key, body }: CurlRequest): string {
  const parts = [`curl ${url.includes('$') ? `"${url}"` : url}`]
  const implied = body === undefined ? 'GET' : 'POST'
  if (method !== implied) parts[0] += ` -X ${method}`
  if (key !== undefined) parts.push(`-H "Authorization: Bearer $${key}"`)
  if (body === undefined) return parts.join(' \\\n  ')
  parts.push("-H 'Content-Type: application/json'")
  const text = pretty(body)
  // Between single quotes the shell would leave variables as they are.
  if (/\$[A-Z]/.test(text)) return `${[...parts, '-d @- <<JSON'].join(' \\\n  ')}\n${text}\nJSON`
  return [...parts, `-d '${text.replaceAll("'", `'\\''`)}'`].join(' \\\n  ')
}
