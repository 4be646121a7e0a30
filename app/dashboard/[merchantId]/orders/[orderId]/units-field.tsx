'use client'

import { participleOf } from '@/server/model/order/event-words'
import type { EventKind } from '@/server/model/order/rules'
import { useMerchant } from '../../../_parts/merchant'
import { NumberField } from '../../../_parts/number-field'
import { numberOf } from '../../_parts/draft'
import own from './order.module.css'

/** How many units of a line to charge, cancel or refund: typed, or changed by the buttons. */
export function UnitsField({
  label,
  type,
  whole,
  each,
  max,
  value,
  change,
}: {
  label: string
  type: EventKind
  /** What the only unit is, if it cannot be divided: "0.8 kg, 89.60 kr". */
  whole: string | undefined
  /** What one unit costs: "99.75 kr each". */
  each: string
  /** How many can be chosen. */
  max: number
  value: string
  change: (typed: string) => void
}) {
  const { locale } = useMerchant()
  const count = numberOf(value, locale) || 0
  const step = (by: number) => change(String(Math.min(max, Math.max(0, Math.floor(count) + by))))
  return (
    <div className={own.units}>
      <NumberField
        flex={1}
        miw={0}
        label={label}
        of={{ kind: 'units', max }}
        inputMode="numeric"
        placeholder="0"
        value={value}
        change={change}
        description={whole ?? `${max === 1 ? '1' : `Up to ${max}`} can be ${participleOf[type]}, ${each}`}
      />
      <div className={own.steps}>
        <button type="button" disabled={count <= 0} onClick={() => step(-1)}>
          <span aria-hidden="true">−</span>
          <span className="visually-hidden">One less: {label}</span>
        </button>
        <button type="button" disabled={count >= max} onClick={() => step(1)}>
          <span aria-hidden="true">+</span>
          <span className="visually-hidden">One more: {label}</span>
        </button>
      </div>
    </div>
  )
}
