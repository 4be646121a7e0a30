import { Code } from '../../_parts/code'
import { objectAnchor } from '../objects'
import type { Answer, Endpoint } from '../reference'
import styles from './endpoint.module.css'
import { Fields } from './fields'
import { Prose } from './prose'

/** What a successful request is answered with. */
export function Answers({ answers }: { answers: Answer[] }) {
  return (
    <div className={styles.part}>
      <h4>Answer</h4>
      {answers.map((answer) => (
        <div key={answer.status} className={styles.answer}>
          <p>
            <span className={styles.good}>{answer.status}</span> <Prose text={answer.description} />{' '}
            {answer.type !== undefined && <TypeLink answer={answer} />}
          </p>
          {answer.groups.some(({ fields }) => fields.length > 0) && (
            <details className={styles.folded}>
              <summary>Fields of the answer</summary>
              <Fields groups={answer.groups} />
            </details>
          )}
        </div>
      ))}
    </div>
  )
}

function TypeLink({ answer: { type, object } }: { answer: Answer }) {
  if (object === undefined) return <code className={styles.type}>{type}</code>
  return (
    <a href={`#${objectAnchor(object)}`} className={styles.type}>
      {type}
    </a>
  )
}

/** What can go wrong, each with an example. */
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
