import styles from './code.module.css'
import { type CodeLanguage, highlight } from './highlight'

interface CodeProps {
  text: string
  language?: CodeLanguage
  /** An accessible name for the block. */
  label: string
  /** Shown as a heading of the block. */
  caption?: string
}

/** A block of code that scrolls if it is too wide. */
export function Code({ text, language = 'text', label, caption }: CodeProps) {
  const pieces = withOffsets(highlight(text, language))
  return (
    <figure className={styles.block}>
      {caption !== undefined && <figcaption className={styles.caption}>{caption}</figcaption>}
      {/* biome-ignore-start lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      {/* biome-ignore-start lint/a11y/useSemanticElements: a fieldset is for forms */}
      <pre className={styles.code} tabIndex={0} role="group" aria-label={label}>
        <code>
          {pieces.map(({ kind, text: piece, offset }) =>
            kind === 'plain' ? (
              piece
            ) : (
              <span key={offset} className={styles[kind]}>
                {piece}
              </span>
            ),
          )}
        </code>
      </pre>
      {/* biome-ignore-end lint/a11y/useSemanticElements: see above */}
      {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: see above */}
    </figure>
  )
}

function withOffsets<T extends { text: string }>(pieces: T[]): (T & { offset: number })[] {
  let offset = 0
  return pieces.map((piece) => {
    const placed = { ...piece, offset }
    offset += piece.text.length
    return placed
  })
}
