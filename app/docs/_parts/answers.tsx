import { Code } from '../../_parts/code'
import styles from './endpoint.module.css'
import { Fields } from './field-list'
import { Prose } from './prose'
import type { Answer, Endpoint } from './reference'
import { Type } from './type'

/** The successful responses of an endpoint. */
export function Answers({ answers }: { answers: Answer[] }) {
  return (
    <div className={styles.part}>
      <h4>Response</h4>
      {answers.map((answer) => (
        <div key={answer.status} className={styles.answer}>
          <p>
            <span className={styles.good}>{answer.status}</span> <Prose text={answer.description} />{' '}
            {answer.type !== undefined && (
              <Type text={answer.type} objects={answer.object === undefined ? [] : [answer.object]} />
            )}
          </p>
          {answer.groups.some(({ fields }) => fields.length > 0) && (
            <details className={styles.folded}>
              <summary>Response fields</summary>
              <Fields groups={answer.groups} />
            </details>
          )}
        </div>
      ))}
    </div>
  )
}

/** The errors of an endpoint, each with an example. */
export function Errors({ errors }: { errors: Endpoint['errors'] }) {
  return (
    <div className={styles.part}>
      <h4>
        <a href="#errors" className={styles.plainLink}>
          Errors
        </a>
      </h4>
      <div className={styles.errors}>
        {errors.map(({ status, type, example }) => (
          <details key={type} className={styles.error}>
            <summary>
              <span className={styles.bad}>{status}</span> {type}
            </summary>
            <Code label={`Example of the error ${type}`} text={example} />
          </details>
        ))}
      </div>
    </div>
  )
}
