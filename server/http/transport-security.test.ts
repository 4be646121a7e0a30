import { request } from 'node:http'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { testWorld } from '@/test/world'
import { config, provide } from '../core/config/config'
import { listen } from '../web/listen'

const world = testWorld()
const baseUrl = () => config().baseUrl
afterEach(() => provide({ BASE_URL: 'http://kassa.test' }))

/** Returns the header from responses to pages, API requests, API errors and a preflight. */
async function headersOf(): Promise<(string | undefined)[]> {
  const web = await listen({ port: 0, host: '127.0.0.1' }, async (_, response) => {
    response.end('a page')
  })
  onTestFinished(web.close)
  const ask = (method: string, path: string) =>
    new Promise<string | undefined>((done, fail) => {
      const sent = request({ port: web.port, host: '127.0.0.1', method, path, agent: false }, (response) => {
        response.resume()
        done(response.headers['strict-transport-security'])
      })
      sent.on('error', fail).end()
    })
  return [
    await ask('GET', '/'),
    await ask('GET', '/v1/health'),
    await ask('GET', '/v1/order'),
    await ask('GET', '/v1/nothing'),
    await ask('OPTIONS', '/v1/order'),
  ]
}

test('with an https BASE_URL every response keeps browsers on https', async () => {
  provide({ BASE_URL: 'https://pay.example.com' })
  expect(baseUrl()).toBe('https://pay.example.com')
  expect(await headersOf()).toEqual(Array(5).fill('max-age=31536000'))
})

test('with an http BASE_URL there is no such header', async () => {
  expect(world.runtime.baseUrl).toBe('http://kassa.test')
  expect(await headersOf()).toEqual(Array(5).fill(undefined))
})
