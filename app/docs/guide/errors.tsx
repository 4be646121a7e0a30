import { declineCodes } from '@/server/model/card/service'
import { type ErrorType, errorStatus } from '@/server/model/error-object'
import { Code } from '../../_parts/code'
import styles from '../_parts/guide.module.css'
import { pretty } from '../_parts/pretty'
import { Prose } from '../_parts/prose'
import { Section } from '../_parts/section'

const meanings: Record<ErrorType, string> = {
  'malformed content': 'Not JSON, a wrong type or format, or a property that is not known.',
  'missing property': 'A required property is absent.',
  'invalid content':
    'Well-formed, but refused: a token that is used or expired, a decline, a change that the state does not allow, more than there is left.',
  'invalid query argument': 'A query parameter is wrong.',
  'not authorized': 'There is no key, or it is unknown, expired or revoked.',
  forbidden: 'The key is good, but of the wrong kind.',
  'not found': 'The path or the id is unknown, or the id belongs to another merchant.',
  'method not allowed': 'The path does not take this method; `Allow` says which it takes.',
  conflict: 'The `Idempotency-Key` was used for another request, or its first request is still running.',
  'content too large': 'The body is larger than 1 MiB.',
  'unsupported media type': 'The body is not declared as JSON.',
  'too many requests': 'Too many requests; `Retry-After` says when to try again.',
  'unknown error': 'A fault on our side. Tell the operator the request id.',
  'backend failure': 'The card service failed, and nothing was done. Repeat the request.',
  'service unavailable':
    'The database cannot do this right now, an order is locked, or the service is shutting down. Repeat the request after `Retry-After`, with the same `Idempotency-Key`.',
  'backend timeout':
    'The card service has not answered. What became of it is found out within minutes: look again before you repeat.',
}

const kinds = Object.keys(errorStatus) as ErrorType[]

const example = {
  status: 400,
  type: 'missing property',
  content: {
    type: 'number',
    description: 'items[2].price is missing. Give it: a number.',
    property: 'items[2].price',
  },
}

/** The shape of errors, all their kinds, and the codes of declines. */
export function Errors() {
  return (
    <Section id="errors" title="Errors">
      <p>
        An error is an object with the HTTP <code>status</code>, a <code>type</code> to tell cases apart, and{' '}
        <code>content</code>: what is concerned (<code>type</code>, such as <code>string</code>,{' '}
        <code>date</code>, <code>currency</code> or <code>Card</code>), a sentence on what to do (
        <code>description</code>
        ), the path of the <code>property</code> if there is one, and <code>details</code>. When a body has
        several flaws the first is in <code>content</code>, and all of them are in{' '}
        <code>content.details.flaws</code>.
      </p>
      <Code label="Example of an error" language="json" text={pretty(example)} />
      <table className={`${styles.table} ${styles.stack}`}>
        <thead>
          <tr>
            <th scope="col">Status</th>
            <th scope="col">Type</th>
            <th scope="col">When</th>
          </tr>
        </thead>
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
        <code>content.details.code</code>. Do not show the code to the payer: say that the card was declined.
      </p>
      <p className={styles.codes}>
        {declineCodes.map((code) => (
          <code key={code}>{code}</code>
        ))}
      </p>
    </Section>
  )
}
