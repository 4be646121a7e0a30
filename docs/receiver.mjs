// Receives callbacks and verifies their signatures: SIGNING_SECRET=whsec_… node receiver.mjs
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.SIGNING_SECRET)

const server = createServer(async (request, response) => {
  try {
    // Verify the raw body: the signature covers exactly these bytes.
    const { type, data } = webhook.verify(await text(request), request.headers)
    console.log(request.headers['webhook-id'], type, data.order?.id ?? data.subscription?.id ?? '')
    response.writeHead(204).end()
  } catch (error) {
    response.writeHead(400).end(error.message)
  }
})
server.listen(process.env.PORT ?? 4000, '127.0.0.1', () => {
  console.log(`Listening on http://127.0.0.1:${server.address().port}`)
})
