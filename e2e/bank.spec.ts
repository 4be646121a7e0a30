import { expect, test } from './test'
import { startOrder } from './verification'

test('rejects a form without a pareq and a body that is not a form', async ({ request }) => {
  for (const options of [{}, { form: { TermUrl: 'https://shop.test' } }, { multipart: { MD: '1' } }]) {
    const response = await request.post('/bank', options)
    expect(response.status()).toBe(400)
    expect(response.headers()['content-type']).toContain('text/html')
  }
  const json = await request.post('/bank', { data: { pareq: 'x' } })
  expect(json.status()).toBe(400)
  expect(await json.text()).toContain('Invalid request')
})

test('an unknown pareq is not found', async ({ request }) => {
  for (const pareq of ['nonsense', "' or 1=1", '../../docs', crypto.randomUUID()]) {
    const response = await request.post('/bank', { form: { pareq } })
    expect(response.status()).toBe(404)
    expect(await response.text()).toContain('Verification not found')
  }
})

test('rejects a TermUrl that is not a web address', async ({ request }) => {
  const { data } = await startOrder()
  for (const TermUrl of ['javascript:alert(1)', '/paid', 'ftp://shop.test', 'data:text/html,x']) {
    const response = await request.post('/bank', { form: { ...data, TermUrl } })
    expect(response.status()).toBe(400)
    expect(await response.text()).toContain('TermUrl is not a web address')
  }
})

test('accepts multipart forms and field names in any case', async ({ request }) => {
  const { data } = await startOrder()
  const response = await request.post('/bank', { multipart: { PAREQ: data.pareq.toUpperCase(), md: 'x' } })
  expect(response.status()).toBe(200)
  expect(response.url()).toContain(`/bank/${data.pareq}`)
  expect(await response.text()).toContain('Approve payment')
})

test('a redirect keeps the host name of the request', async ({ request }) => {
  const { data } = await startOrder()
  const response = await request.post('/bank', { form: data, maxRedirects: 0 })
  expect(response.status()).toBe(303)
  expect(response.headers().location).toBe(`/bank/${data.pareq}`)
})

test('an invalid decision changes nothing', async ({ request }) => {
  const { data } = await startOrder()
  const response = await request.post(`/bank/${data.pareq}/answer`, { form: { answer: 'perhaps' } })
  expect(response.status()).toBe(400)
  const page = await request.get(`/bank/${data.pareq}/done`)
  expect(await page.text()).toContain('Approve payment')
})

test('rejects a form that is too large', async ({ request }) => {
  const response = await request.post('/bank', { form: { pareq: 'x'.repeat(100_000) } })
  expect(response.status()).toBe(400)
})
