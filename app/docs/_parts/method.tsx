import styles from './method.module.css'

/** The coloured method of an endpoint. */
export const Method = ({ method, small = false }: { method: string; small?: boolean }) => (
  <span className={`${styles.method} ${small ? styles.small : ''}`} data-method={method}>
    {method}
  </span>
)
