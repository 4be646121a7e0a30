import { connect, type Socket } from 'node:net'

export interface Response {
  status: number
  /** The status line and the headers, as they were sent. */
  head: string
  body: string
}

/** There is no response: the connection could not be opened, or ended before the response was complete. */
export class NoResponse extends Error {}

const timeoutMs = 60_000

/**
 * A keep-alive connection that sends one request at a time. Node's own HTTP client needs several times the CPU time,
 * which it would take from the server.
 */
export class Connection {
  readonly #socket: Socket
  #received: Buffer | undefined
  #waiting: { resolve(response: Response): void; reject(error: Error): void } | undefined
  #isClosed = false

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (chunk) => this.#take(chunk))
    socket.on('close', () => this.#end(new NoResponse('The connection was closed')))
    socket.setTimeout(timeoutMs, () => socket.destroy())
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1')
      // Ignores later errors too: each is followed by `close`, which ends the request.
      socket.on('error', (cause) => reject(new NoResponse('The connection failed', { cause })))
      socket.once('connect', () => resolve(new Connection(socket)))
    })
  }

  /** Sends a request, as `requestText` writes it. Rejects with `NoResponse`. */
  send(request: string): Promise<Response> {
    if (this.#isClosed) return Promise.reject(new NoResponse('The connection is closed'))
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#socket.write(request)
    })
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  close(): void {
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    const all = this.#received ? Buffer.concat([this.#received, chunk]) : chunk
    const response = parse(all)
    this.#received = response ? undefined : all
    if (!response) return
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.resolve(response)
  }

  #end(error: Error): void {
    this.#isClosed = true
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.reject(error)
  }
}

/** Returns the response once all of it is there. */
function parse(received: Buffer): Response | undefined {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const head = received.toString('latin1', 0, end)
  const status = Number(head.slice(9, 12))
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  // Kassa announces the length of every response with a body.
  if (length === undefined && status !== 204 && status !== 304)
    throw new Error(`A response without Content-Length:\n${head}`)
  const start = end + 4
  const size = Number(length ?? 0)
  if (received.length < start + size) return undefined
  return { status, head, body: received.toString('utf8', start, start + size) }
}

export interface Request {
  method: 'GET' | 'POST'
  /** Under `/v1`. */
  path: string
  key: string
  body?: unknown
  idempotencyKey?: string
}

/** Writes a request as it is sent. */
export function requestText({ method, path, key, body, idempotencyKey }: Request): string {
  const content = body === undefined ? '' : JSON.stringify(body)
  const lines = [
    `${method} /v1${path} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${key}`,
    ...(content ? ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(content)}`] : []),
    ...(idempotencyKey ? [`Idempotency-Key: ${idempotencyKey}`] : []),
  ]
  return `${lines.join('\r\n')}\r\n\r\n${content}`
}
