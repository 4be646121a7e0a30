import { Code } from '../../_parts/code'
import styles from './endpoint.module.css'
import { Fields } from './field-list'
import { Prose } from './prose'
import type { EndpointDoc, ResponseDoc } from './reference'
import { Type } from './type'

/** The successful responses of an endpoint. */
export function Responses({ responses }: { responses: ResponseDoc[] }) {
  return (
    <div className={styles.part}>
      <h4>Response</h4>
      {responses.map((response) => (
        <div key={response.status} className={styles.response}>
          <p>
            <span className={styles.good}>{response.status}</span> <Prose text={response.description} />{' '}
            {response.type !== undefined && (
              <Type text={response.type} objects={response.object === undefined ? [] : [response.object]} />
            )}
          </p>
          {response.groups.some(({ fields }) => fields.length > 0) && (
            <details className={styles.folded}>
              <summary>Response fields</summary>
              <Fields groups={response.groups} />
            </details>
          )}
        </div>
      ))}
    </div>
  )
}

/** The errors of an endpoint, each with an example. */
export function Errors({ errors }: { errors: EndpointDoc['errors'] }) {
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
