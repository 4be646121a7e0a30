import { Code } from '../../_parts/code'
import styles from './endpoint.module.css'
import { Fields } from './field-list'
import type { FieldGroup } from './fields'
import { Heading } from './heading'
import { Method } from './method'
import { Prose } from './prose'
import type { EndpointDoc } from './reference'
import { Errors, Responses } from './responses'
import { Type } from './type'

/** An endpoint: its description and fields on the left, examples on the right. */
export function EndpointSection({ endpoint }: { endpoint: EndpointDoc }) {
  const { id, method, path, summary, description, keys, parameters, body, requests } = endpoint
  return (
    <section className={styles.endpoint} aria-labelledby={id} data-endpoint={`${method} ${path}`}>
      <div className={styles.about}>
        <Heading level={3} id={id}>
          {summary}
        </Heading>
        <p className={styles.address}>
          <Method method={method} /> <code className={styles.path}>{breakable(path)}</code>
        </p>
        {description !== undefined && (
          <p className={styles.text}>
            <Prose text={description} />
          </p>
        )}
        <p className={styles.keys}>{keys.length === 0 ? 'No key required.' : <Keys kinds={keys} />}</p>
        {parameters.map(({ title, groups }) =>
          title === 'Headers' ? (
            <Folded key={title} title="Headers" groups={groups} />
          ) : (
            <Part key={title} title={`${title} parameters`} groups={groups} />
          ),
        )}
        {body && <Part title="Body" type={body.type} groups={body.groups} />}
        <Responses responses={endpoint.responses} />
        <Errors errors={endpoint.errors} />
      </div>
      <div className={styles.examples}>
        {requests.map(({ title, command }) => (
          <Code
            key={title}
            caption={title}
            label={`${summary}: ${title.toLowerCase()} with curl`}
            language="shell"
            text={command}
          />
        ))}
        {endpoint.responses.map(
          ({ status, example }) =>
            example !== undefined && (
              <Code
                key={status}
                caption={`Response ${status}`}
                label={`${summary}: example response ${status}`}
                language="json"
                text={example}
              />
            ),
        )}
      </div>
    </section>
  )
}

function Keys({ kinds }: { kinds: string[] }) {
  return (
    <>
      <a href="#authentication">{kinds.length === 1 ? 'Key' : 'Keys'}</a>
      {kinds.map((kind) => (
        <span key={kind} className={styles.key}>
          {kind}
        </span>
      ))}
    </>
  )
}

function Part({ title, type, groups }: { title: string; type?: string; groups: FieldGroup[] }) {
  return (
    <div className={styles.part}>
      <h4>
        {title} {type !== undefined && <Type text={type} objects={[]} />}
      </h4>
      <Fields groups={groups} />
    </div>
  )
}

function Folded({ title, groups }: { title: string; groups: FieldGroup[] }) {
  return (
    <details className={styles.folded}>
      <summary>
        {title} <span>{groups.flatMap(({ fields }) => fields.map(({ name }) => name)).join(', ')}</span>
      </summary>
      <Fields groups={groups} />
    </details>
  )
}

/** Lets a path wrap after its slashes. */
const breakable = (path: string) =>
  path.split(/(?<=\/)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a path never change places
    <span key={index}>
      {part}
      <wbr />
    </span>
  ))
