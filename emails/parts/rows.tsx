import type { Palette, Theme } from '../theme'
import { classes } from './style-sheet'

export interface LabelledValue {
  label: string
  value: string
  /** `part` belongs to the row above it. */
  tone?: 'plain' | 'strong' | 'part'
}

interface Look {
  label: 'text' | 'soft' | 'faint'
  value: 'text' | 'faint'
  weight: number
  size: string
}

const looks: Record<NonNullable<LabelledValue['tone']>, Look> = {
  plain: { label: 'soft', value: 'text', weight: 400, size: '14px' },
  strong: { label: 'text', value: 'text', weight: 600, size: '14px' },
  part: { label: 'faint', value: 'faint', weight: 400, size: '13px' },
}

/** A table with a label and a value per row. */
export function Rows({ theme, rows }: { theme: Theme; rows: readonly LabelledValue[] }) {
  return (
    <table
      className="k-rows"
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      style={{ margin: '20px 0 0', borderCollapse: 'collapse' }}
    >
      <tbody>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows may be equal and never move
          <tr key={index} className="k-row">
            <Cells row={row} palette={theme.light} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Cells({ row: { label, value, tone = 'plain' }, palette }: { row: LabelledValue; palette: Palette }) {
  const look = looks[tone]
  const shared = {
    padding: tone === 'part' ? '0 0 6px' : '9px 0',
    ...(tone !== 'part' && { borderTop: `1px solid ${palette.line}` }),
    fontSize: look.size,
    lineHeight: '20px',
    fontWeight: look.weight,
    verticalAlign: 'top',
  } as const
  return (
    <>
      <th
        scope="row"
        className={`${classes[look.label]} ${classes.line} k-label`}
        style={{ ...shared, textAlign: 'left', color: palette[look.label] }}
      >
        {label}
      </th>
      <td
        className={`${classes[look.value]} ${classes.line} k-value`}
        style={{ ...shared, paddingLeft: '16px', textAlign: 'right', color: palette[look.value] }}
      >
        {value}
      </td>
    </>
  )
}
