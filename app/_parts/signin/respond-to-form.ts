import { postedForm } from '@/app/_parts/form'
import { bugInWords, responseToError } from '@/server/http/respond'

/** Responds to a form posted by our script with the result or the API's error. */
export const respondToForm = (act: (form: Record<string, string>, request: Request) => Promise<object>) =>
  postedForm(async (form, request) => {
    try {
      return Response.json(await act(Object.fromEntries(form), request), { headers })
    } catch (error) {
      const requestId = crypto.randomUUID()
      const { status, body } = responseToError(error, requestId)
      const shown = status === 500 ? { content: { description: bugInWords(requestId) } } : body
      return Response.json(shown, { status, headers })
    }
  })

const headers = { 'Cache-Control': 'no-store' }
