import { execFileSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { outputTo } from './output'

/** A pipe that nobody reads for a while, and a function that then reads what is in it. */
function pausedPipe(flags = constants.O_NONBLOCK) {
  const folder = mkdtempSync(join(tmpdir(), 'kassa-output-'))
  const path = join(folder, 'pipe')
  execFileSync('mkfifo', [path])
  const fd = openSync(path, constants.O_RDWR | flags)
  onTestFinished(() => {
    closeSync(fd)
    rmSync(folder, { recursive: true })
  })
  const read = () => {
    const bytes = Buffer.alloc(2_000_000)
    try {
      return bytes.toString('utf8', 0, readSync(fd, bytes))
    } catch {
      // It is empty.
      return ''
    }
  }
  const parts: string[] = []
  const readAll = () => parts.push(read()) && parts.join('')
  return { fd, read, readAll }
}

test('lines that cannot be written wait, in order and up to a limit, and later lines are written again', async () => {
  const { fd, read, readAll } = pausedPipe()
  const output = outputTo(fd)
  const line = (number: number) => `${String(number).padStart(999)}\n`
  for (let number = 0; number < 3000; number += 1) output.write(line(number))
  // Does not wait for a reader.
  output.flushSync()
  const kept = Array.from({ length: 1000 }, (_, number) => line(number)).join('')
  await expect.poll(readAll, { interval: 10 }).toBe(kept)
  output.write('again\n')
  await expect.poll(read).toBe('again\n')
})

test('lines that are flushed come after those that were logged just before', () => {
  const { fd, read } = pausedPipe()
  const output = outputTo(fd)
  output.write('first\n')
  output.write('last\n')
  output.flushSync()
  expect(read()).toBe('first\nlast\n')
})

test('a reader that pauses does not stop the process', async () => {
  const { fd, readAll } = pausedPipe(0)
  const output = outputTo(fd)
  output.write('x'.repeat(100_000))
  await new Promise((resolve) => setTimeout(resolve, 50))
  await expect.poll(readAll, { interval: 10 }).toBe('x'.repeat(100_000))
})
