type Handler = (request: Request) => Response | Promise<Response>

/** Posts a form of the account page like the browser of a customer with an account key. */
export const postForm = (
  handler: Handler,
  key: string,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
) =>
  handler(
    new Request('http://kassa.test/account/do', {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { cookie: `kassa_account=${key}`, 'sec-fetch-site': 'same-origin', ...headers },
    }),
  )
