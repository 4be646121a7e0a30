import styles from './tile.module.css'

/** A small line without an axis, beside the figure that it belongs to. */
export function Sparkline({ values }: { values: readonly number[] }) {
  if (values.length < 2 || values.every((value) => value === values[0])) return null
  const [min, max] = [Math.min(...values), Math.max(...values)]
  const points = values
    .map((value, place) => `${place},${(((max - value) / (max - min)) * 100).toFixed(1)}`)
    .join(' ')
  const end = values.length - 1
  return (
    <svg
      className={styles.sparkline}
      viewBox={`0 -4 ${end} 108`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <polygon points={`0,104 ${points} ${end},104`} />
      <polyline points={points} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
