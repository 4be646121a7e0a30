import { declineCodes } from '@/server/model/card/service'
import { type ErrorType, errorStatus } from '@/server/model/error-object'
import { Code } from '../../_parts/code'
import { Heads } from '../../_parts/heads'
import styles from '../_parts/guide.module.css'
import { pretty } from '../_parts/pretty'
import { Prose } from '../_parts/prose'
import { Section } from '../_parts/section'

const meanings: Record<ErrorType, string> = {
  'malformed content': 'Invalid JSON, a wrong type or format, or an unknown property.',
  'missing property': 'A required property is missing.',
  'invalid content':
    'Well-formed, but refused: a used or expired token, a declined card, a change that the state does not allow, or an amount greater than what is left.',
  'invalid query argument': 'A query parameter is invalid.',
  'not authorized': 'The key is missing, unknown, expired or revoked.',
  forbidden:
    'The key may not do this: it is of the wrong kind, an account key names an account other than `me`, the merchant does not allow public keys to pay by account, or the clock is that of a live merchant.',
  'not found': 'The path or the id is unknown, or the id belongs to another merchant.',
  'method not allowed': 'The path does not support this method; `Allow` lists the supported ones.',
  conflict:
    'The `Idempotency-Key` was used for another request or its first request is still running, a document is not ready or cannot be XML, the clock is moving, or personal data was erased or is still needed. If the response has `Retry-After`, repeat the request then; otherwise `description` says what to do.',
  'content too large': 'The body is larger than 1 MiB, or 64 KiB with a public key.',
  'unsupported media type': 'The `Content-Type` of the body is not JSON.',
  'too many requests': 'Too many requests; `Retry-After` says when to try again.',
  'unknown error':
    'Kassa could not process the request. Repeat it with the same `Idempotency-Key`. Without a key, check first whether it was done. If it fails again, give the operator the request id.',
  'backend failure': 'The card service failed. Nothing was done. Repeat the request.',
  'service unavailable':
    'The database cannot do this right now, an order is locked, or the service is shutting down. Repeat the request after `Retry-After`, with the same `Idempotency-Key`.',
  'backend timeout':
    'The card service has not responded, and the outcome is not known yet. Repeat the request with the same `Idempotency-Key` to get it. Without a key, check the state first.',
}

const kinds = Object.keys(errorStatus) as ErrorType[]

const example = {
  status: 400,
  type: 'missing property',
  content: {
    type: 'number',
    description: 'items[2].price is missing. It must be a number.',
    property: 'items[2].price',
  },
}

/** The format of errors, their types and the decline codes. */
export function Errors() {
  return (
    <Section id="errors" title="Errors">
      <p>
        An error is an object with the HTTP <code>status</code>, a <code>type</code> and <code>content</code>:
        the type of value concerned (<code>type</code>, such as <code>string</code>, <code>date</code>,{' '}
        <code>currency</code> or <code>Card</code>), a sentence on what to do (<code>description</code>
        ), the path of the <code>property</code> if there is one, and <code>details</code>. If several
        properties of a body have errors, the first one is in <code>content</code> and one for each property
        is in <code>content.details.flaws</code>.
      </p>
      <Code label="Example of an error" language="json" text={pretty(example)} />
      <table className={`${styles.table} ${styles.stack}`}>
        <Heads names={['Status', 'Type', 'When']} />
        <tbody>
          {kinds.map((kind) => (
            <tr key={kind} id={`error-${kind.replaceAll(' ', '-')}`}>
              <td className={styles.number}>{errorStatus[kind]}</td>
              <th scope="row">{kind}</th>
              <td>
                <Prose text={meanings[kind]} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        A <strong>declined card</strong> is <code>invalid content</code> with <code>content.type</code>{' '}
        <code>Card</code>, the property that named the card (<code>payment.card</code>,{' '}
        <code>payment.account</code>, <code>method[0].card</code> or <code>card</code>), and one of these in{' '}
        <code>content.details.code</code>. Do not show <code>card lost or stolen</code> or{' '}
        <code>suspected fraud</code> to the payer: say only that the card was declined.
      </p>
      <p className={styles.codes}>
        {declineCodes.map((code) => (
          <code key={code}>{code}</code>
        ))}
      </p>
      <p>
        Responses to an account key contain <code>card declined</code> instead of{' '}
        <code>card lost or stolen</code> and <code>suspected fraud</code>. The code of a <code>fail</code>{' '}
        event can also be <code>no card</code> (the account has no card) or <code>never arrived</code> (the
        card service never received the request).
      </p>
    </Section>
  )
}
