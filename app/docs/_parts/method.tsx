import styles from './method.module.css'

const colours: Record<string, string> = {
  GET: 'blue',
  POST: 'green',
  PUT: 'amber',
  PATCH: 'amber',
  DELETE: 'red',
}

/** The coloured method of an endpoint. */
export const Method = ({ method, small = false }: { method: string; small?: boolean }) => (
  <span className={`${styles.method} ${small ? styles.small : ''}`} data-colour={colours[method]}>
    {method}
  </span>
)
