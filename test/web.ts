import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { compiled } from './compile'

/** A separate web process. `output` is everything that it has logged so far. */
export interface WebProcess {
  port: number
  output(): string
  /** Sends raw bytes; returns everything up to the end of the connection. */
  raw(bytes: string | Uint8Array): Promise<string>
  stop(): Promise<void>
}

/** Starts the web server, without pages, in its own process. */
export async function startWeb(databaseUrl: string): Promise<WebProcess> {
  const child = spawn(process.execPath, [compiled('test/web-child.ts')], {
    env: {
      ...process.env,
      BASE_URL: 'http://kassa.test',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'trace',
      DATABASE_URL: databaseUrl,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  const collect = (data: Buffer) => {
    output += data
  }
  child.stdout?.on('data', collect)
  child.stderr?.on('data', collect)
  const up = once(child, 'message') as Promise<[{ port: number }]>
  const died = once(child, 'exit').then(() => {
    throw new Error(`The web process ended: ${output}`)
  })
  died.catch(() => undefined)
  const [{ port }] = await Promise.race([up, died])
  return {
    port,
    output: () => output,
    raw: (bytes) => sendRaw(port, bytes),
    stop: async () => {
      if (child.exitCode !== null) return
      const exited = once(child, 'close')
      child.kill('SIGTERM')
      await exited
    },
  }
}

async function sendRaw(port: number, bytes: string | Uint8Array): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', (data) => {
    received += data
  })
  // A connection that is reset after the response has closed, too.
  socket.on('error', () => undefined)
  socket.write(bytes)
  await new Promise((resolve) => socket.once('close', resolve))
  return received
}
