'use client'

import { type PointerEvent, type ReactNode, useState } from 'react'
import { axisFor } from './axis'
import styles from './chart.module.css'

/** A bar, and the corresponding value of the period before. */
export interface Bar {
  label: string
  value: number
  before?: number | undefined
}

/** How many labels fit under the bars of a wide chart. */
const maxLabels = 7

/**
 * Bars with the period before as a thin line. It is drawn on the server too: all positions are relative to its size. A
 * bar's values are shown below the pointer, and for the one chosen with the arrow keys.
 */
export function Chart({
  name,
  bars,
  today,
  low = false,
  onAxis,
  inWords,
  children,
}: {
  /** "Net by day in SEK". */
  name: string
  bars: readonly Bar[]
  /** The index of today's bar. */
  today?: number | undefined
  /** Whether it is less tall. */
  low?: boolean
  /** Formats a value of the axis. */
  onAxis: (value: number) => string
  /** The values of a bar for screen readers. */
  inWords: (place: number) => string
  /** The values of the chosen bar. */
  children: (place: number) => ReactNode
}) {
  const [chosen, setChosen] = useState<number>()
  const [isFocused, setFocused] = useState(false)
  const count = bars.length
  const ghost = bars.flatMap(({ before }) => (before === undefined ? [] : [before]))
  const { low: min, high, ticks } = axisFor([...bars.map(({ value }) => value), ...ghost], low ? 2 : 4)
  const fromTop = (value: number) => ((high - value) / (high - min)) * 100
  const centre = (place: number) => ((place + 0.5) / count) * 100
  const point = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    setChosen(Math.min(count - 1, Math.max(0, Math.floor(((event.clientX - left) / width) * count))))
  }
  const shown = chosen !== undefined && chosen < count ? chosen : undefined
  return (
    <div className={styles.chart} data-low={low || undefined}>
      <div className={styles.scale} aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick} style={{ top: `${fromTop(tick)}%` }}>
            {onAxis(tick)}
          </span>
        ))}
      </div>
      <div
        className={styles.plot}
        data-focused={isFocused || undefined}
        onPointerMove={point}
        onPointerLeave={() => setChosen(undefined)}
      >
        <svg viewBox={`0 0 ${count} 100`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
          {ticks.map((tick) => (
            <line
              key={tick}
              className={tick === 0 ? styles.zero : styles.tick}
              x1={0}
              x2={count}
              y1={fromTop(tick)}
              y2={fromTop(tick)}
            />
          ))}
          {bars.map(({ label, value }, place) => (
            <rect
              key={label}
              className={place === today ? styles.today : styles.bar}
              data-shown={place === shown || undefined}
              x={place + 0.14}
              width={0.72}
              y={Math.min(fromTop(value), fromTop(0))}
              height={Math.abs(fromTop(value) - fromTop(0))}
            />
          ))}
          {ghost.length > 0 && (
            <polyline
              className={styles.ghost}
              points={bars
                .flatMap(({ before }, place) =>
                  before === undefined ? [] : [`${place + 0.5},${fromTop(before)}`],
                )
                .join(' ')}
            />
          )}
          {shown !== undefined && (
            <line className={styles.crosshair} x1={shown + 0.5} x2={shown + 0.5} y1={0} y2={100} />
          )}
        </svg>
        {/* Moves between bars by keyboard, and announces their values to screen readers. */}
        <input
          type="range"
          className={styles.range}
          aria-label={name}
          min={0}
          max={count - 1}
          value={shown ?? count - 1}
          aria-valuetext={inWords(shown ?? count - 1)}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
          onFocus={(event) => {
            if (!event.currentTarget.matches(':focus-visible')) return
            setFocused(true)
            setChosen((before) => before ?? count - 1)
          }}
          onBlur={() => {
            setFocused(false)
            setChosen(undefined)
          }}
        />
        {shown !== undefined && (
          <div
            className={styles.tooltip}
            style={centre(shown) > 50 ? { right: `${100 - centre(shown)}%` } : { left: `${centre(shown)}%` }}
          >
            {children(shown)}
          </div>
        )}
      </div>
      <div className={styles.days} aria-hidden="true">
        {labelled(count, today, low ? 4 : maxLabels).map((place) => (
          <span
            key={place}
            data-today={place === today || undefined}
            // Labels at the ends stay within the chart, however narrow it is.
            style={{ left: `clamp(20px, ${centre(place)}%, 100% - 20px)` }}
          >
            {place === today ? 'Today' : bars[place]?.label}
          </span>
        ))}
      </div>
    </div>
  )
}

/** Names the thin line. */
export const GhostLegend = ({ children }: { children: ReactNode }) => (
  <span className={styles.legend}>{children}</span>
)

/** Returns the indexes of bars that have a label: evenly spread, ending with today or the last bar. */
function labelled(count: number, today: number | undefined, max: number): number[] {
  const step = Math.ceil(count / max)
  const last = today ?? count - 1
  return Array.from({ length: Math.ceil(count / step) }, (_, place) => last - place * step)
    .filter((place) => place >= 0)
    .reverse()
}
