import { rawBody } from '@/server/http/raw-body'
import { isSameOrigin, refused } from '@/server/http/same-origin'

const maxFormBytes = 65_536

/**
 * Reads a posted form with its names in lower case. Undefined if the body is not a form, is too large, or contains
 * characters that cannot be stored.
 */
export async function readForm(request: Request): Promise<Map<string, string> | undefined> {
  const bytes = await rawBody(request, maxFormBytes)
  if (!bytes) return undefined
  const form = await parse(bytes, request.headers.get('content-type') ?? '')
  if (!form) return undefined
  const fields = new Map<string, string>()
  for (const [name, value] of form) {
    if (typeof value !== 'string' || value.includes('\0')) return undefined
    fields.set(name.toLowerCase(), value)
  }
  return fields
}

async function parse(bytes: Buffer<ArrayBuffer>, contentType: string): Promise<FormData | undefined> {
  try {
    return await new Response(bytes, { headers: { 'Content-Type': contentType } }).formData()
  } catch {
    // Not a form, or a malformed one. The caller reports it in its own words.
    return undefined
  }
}

export type PostedForm = ReadonlyMap<string, string>

/** Handles a posted form, which is empty if the body is not a form. Refuses forms posted from other sites. */
export const postedForm =
  (act: (form: PostedForm, request: Request) => Promise<Response>) =>
  async (request: Request): Promise<Response> =>
    isSameOrigin(request) ? act((await readForm(request)) ?? new Map(), request) : refused()
