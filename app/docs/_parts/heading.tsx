import type { ReactNode } from 'react'
import styles from './heading.module.css'

interface HeadingProps {
  level: 2 | 3
  id: string
  children: ReactNode
}

/** A heading that links to itself. */
export function Heading({ level, id, children }: HeadingProps) {
  const Tag = `h${level}` as const
  return (
    <Tag id={id} className={styles.heading}>
      <a href={`#${id}`}>{children}</a>
    </Tag>
  )
}
