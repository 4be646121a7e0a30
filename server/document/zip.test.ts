import { expect, test } from 'vitest'
import { zipOf } from './zip'

test.each([0, 1, 3])('a ZIP that fails after %i files ends with the error', async (count) => {
  async function* files() {
    for (let place = 0; place < count; place++)
      yield { name: `${place}.txt`, date: new Date(), content: Buffer.from('text'), compress: true }
    // The client is already waiting for more.
    await new Promise(setImmediate)
    throw new Error('The document is gone')
  }
  await expect(new Response(zipOf(files())).arrayBuffer()).rejects.toThrow()
})
