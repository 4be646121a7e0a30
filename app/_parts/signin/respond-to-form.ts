import { postedForm } from '@/app/_parts/form'
import { responseToError } from '@/server/http/respond'

/** Responds to a form posted by our script with the result or the API's error. */
export const respondToForm = (act: (form: Record<string, string>, request: Request) => Promise<object>) =>
  postedForm(async (form, request) => {
    try {
      return Response.json(await act(Object.fromEntries(form), request), { headers })
    } catch (error) {
      const { status, body } = responseToError(error, crypto.randomUUID())
      return Response.json(body, { status, headers })
    }
  })

const headers = { 'Cache-Control': 'no-store' }
