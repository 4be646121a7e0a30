import { readForm } from '@/app/_parts/form'
import { responseToError } from '@/server/http/respond'
import { isSameOrigin, refused } from '@/server/http/same-origin'

/** Responds to a form posted by our script with the result or the API's error. */
export async function answerForm(
  request: Request,
  act: (form: Record<string, string>) => Promise<object>,
): Promise<Response> {
  if (!isSameOrigin(request)) return refused()
  const form = Object.fromEntries((await readForm(request)) ?? [])
  try {
    return Response.json(await act(form), { headers })
  } catch (error) {
    const { status, body } = responseToError(error, crypto.randomUUID())
    return Response.json(body, { status, headers })
  }
}

const headers = { 'Cache-Control': 'no-store' }
