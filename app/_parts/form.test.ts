import { describe, expect, it } from 'vitest'
import { readForm } from './form'

const post = (body: BodyInit, contentType?: string) =>
  new Request('http://kassa.test/bank', {
    method: 'POST',
    body,
    ...(contentType !== undefined && { headers: { 'Content-Type': contentType } }),
  })

describe('a posted form', () => {
  it('ignores the case of field names', async () => {
    const form = await readForm(post(new URLSearchParams({ PaReq: 'a', TERMURL: 'b', md: 'c' })))
    expect(form).toEqual(
      new Map([
        ['pareq', 'a'],
        ['termurl', 'b'],
        ['md', 'c'],
      ]),
    )
  })

  it('may be multipart', async () => {
    const form = new FormData()
    form.set('PaReq', 'a')
    expect(await readForm(post(form))).toEqual(new Map([['pareq', 'a']]))
  })

  it.each<[string, Request]>([
    ['no form', post('{"pareq":"a"}', 'application/json')],
    ['a broken multipart form', post('--x', 'multipart/form-data; boundary=y')],
    ['too large', post(new URLSearchParams({ pareq: 'x'.repeat(70_000) }))],
    ['not storable', post('pareq=%00', 'application/x-www-form-urlencoded')],
  ])('is undefined when it is %s', async (_, request) => {
    expect(await readForm(request)).toBeUndefined()
  })

  it('is rejected if it contains a file', async () => {
    const form = new FormData()
    form.set('pareq', new Blob(['x']), 'x.txt')
    expect(await readForm(post(form))).toBeUndefined()
  })

  it('is empty without a body', async () => {
    const request = new Request('http://kassa.test/bank', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    })
    expect(await readForm(request)).toEqual(new Map())
  })
})
