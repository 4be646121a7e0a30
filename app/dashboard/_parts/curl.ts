/** A command that sends a request, in lines that a shell joins. */
export function curlOf({
  origin,
  key,
  path,
  body,
}: {
  origin: string
  key: string
  path: string
  body: object
}): string {
  const json = JSON.stringify(body).replaceAll("'", "'\\''")
  return `curl ${origin}/v1${path} \\\n  -H 'Authorization: Bearer ${key}' \\\n  -H 'Content-Type: application/json' \\\n  -d '${json}'`
}
