import { setTimeout as wait } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import { isLoopback } from '../core/has-outbox'
import type { Deliver, MailDelivery } from './deliver'

/** More than the mailer sends at once would never be used. */
const connections = 4

/**
 * Sends through an SMTP server, such as `smtps://name:password@smtp.example.com`. A server that takes a password must
 * offer encryption, unless it runs on this machine. The mail's id is in its Message-ID: a mail that is sent again after
 * a crash has the same one, and mail programs show it once.
 */
export function smtpDeliver(url: string, timeoutMs = 10_000): { deliver: Deliver; close: () => void } {
  const { username, hostname } = new URL(url)
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connections,
    requireTLS: username !== '' && !isLoopback(hostname),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // Nothing in a mail may read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const deliver: Deliver = async ({ id, from, to, subject, html, text, replyTo }) => {
    const messageId = `<${id}@${domainOf(from)}>`
    try {
      const sent = transport.sendMail({
        from,
        to,
        subject,
        html,
        text,
        messageId,
        ...(replyTo && { replyTo }),
      })
      // The time-outs above do not cover every step, such as the handshake of an encrypted connection.
      if ((await Promise.race([sent, wait(3 * timeoutMs, 'too long', { ref: false })])) === 'too long')
        return { status: 'later', error: 'The mail server took too long.' }
      return { status: 'sent', reference: messageId }
    } catch (error) {
      return refusal(error)
    }
  }
  return { deliver, close: () => transport.close() }
}

const domainOf = (from: string): string => /@([^\s<>@]+?)>?\s*$/.exec(from)?.[1] ?? 'localhost'

/**
 * A code of 500 or more for the recipient or the content is a permanent refusal. The operator can fix anything else,
 * such as the password or the sender, so those are retried.
 */
function refusal(error: unknown): MailDelivery {
  const { responseCode = 0, command = '', code = '' } = error as SmtpError
  const message = `${code} ${error instanceof Error ? error.message : String(error)}`.trim().slice(0, 500)
  const isRefused = (command === 'RCPT TO' || command === 'DATA') && responseCode >= 500
  const isUnusable = code === 'EENVELOPE' && command === 'API'
  return { status: isRefused || isUnusable ? 'refused' : 'later', error: message }
}

/** What nodemailer adds to its errors. */
interface SmtpError {
  code?: string
  command?: string
  responseCode?: number
}
