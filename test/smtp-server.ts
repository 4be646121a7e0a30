import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** An SMTP server that keeps the mail it receives. It rejects commands as instructed. */
interface SmtpServer {
  url: string
  /** The messages it accepted, as sent. */
  messages: string[]
  /** Responses to the next commands that begin with the key: `RCPT`, or `.` for the end of a message. */
  rejections: Map<string, string>
  close(): Promise<void>
}

export async function startSmtpServer(): Promise<SmtpServer> {
  const messages: string[] = []
  const rejections = new Map<string, string>()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let pending = ''
    let message: string[] | undefined
    const say = (line: string) => socket.write(`${line}\r\n`)
    say('220 test')
    socket.on('error', () => socket.destroy())
    socket.on('data', (data) => {
      const lines = (pending + data.toString('utf8')).split('\r\n')
      pending = lines.pop() ?? ''
      for (const line of lines) {
        if (message !== undefined && line !== '.') message.push(line)
        else respond(line)
      }
    })
    function respond(line: string): void {
      const command = line === '.' ? '.' : (line.split(/[ :]/)[0] ?? '').toUpperCase()
      const rejection = rejections.get(command)
      rejections.delete(command)
      if (rejection !== undefined) {
        message = undefined
        say(rejection)
        return
      }
      if (command === '.') {
        messages.push((message ?? []).join('\r\n'))
        message = undefined
        say('250 kept')
      } else if (command === 'EHLO') say('250-test\r\n250 AUTH PLAIN')
      else if (command === 'AUTH') say('235 welcome')
      else if (command === 'DATA') {
        message = []
        say('354 go on')
      } else if (command === 'QUIT') socket.end('221 bye\r\n')
      else say(command === 'STARTTLS' ? '502 no encryption here' : '250 fine')
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://kassa:secret@127.0.0.1:${port}`,
    messages,
    rejections,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
