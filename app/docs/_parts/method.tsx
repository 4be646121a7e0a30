import styles from './method.module.css'

const tones: Partial<Record<string, string | undefined>> = {
  GET: styles.get,
  POST: styles.post,
  PUT: styles.put,
  PATCH: styles.patch,
  DELETE: styles.delete,
}

/** The coloured method of an endpoint. */
export function Method({ method, small = false }: { method: string; small?: boolean }) {
  return (
    <span className={`${styles.method} ${small ? styles.small : ''} ${tones[method] ?? ''}`}>{method}</span>
  )
}
