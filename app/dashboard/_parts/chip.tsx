import styles from './list.module.css'
import { useMerchant } from './merchant'

type ChipColour = 'green' | 'blue' | 'amber' | 'red'

const colours = new Map<string, ChipColour>([
  ...['active', 'charged', 'delivered', 'sent', 'used'].map((state) => [state, 'green'] as const),
  ...['ordered', 'open'].map((state) => [state, 'blue'] as const),
  ...['pending', 'unconfirmed', 'retrying', 'waiting', 'expiring', 'delayed', 'not sent'].map(
    (state) => [state, 'amber'] as const,
  ),
  ...['denied', 'suspended', 'failed', 'bounced', 'complained'].map((state) => [state, 'red'] as const),
])

/** A state in its colour. `text` is shown instead of the name of the state. */
export const Chip = ({
  state,
  colour = colours.get(state),
  text = state,
}: {
  state: string
  colour?: ChipColour | undefined
  text?: string
}) => (
  <span className={styles.state} data-colour={colour}>
    {text}
  </span>
)

/** Several states beside each other. */
export const Chips = ({ states }: { states: readonly string[] }) => (
  <span className={styles.states}>
    {states.map((state) => (
      <Chip key={state} state={state} />
    ))}
  </span>
)

const orderStates = ['pending', 'denied', 'ordered', 'charged', 'refunded', 'cancelled'] as const

/** The states of an order, each with its amount if there are several. */
export function OrderStates({
  order: { shares, currency },
}: {
  order: { shares: Record<(typeof orderStates)[number], bigint>; currency: string }
}) {
  const { money } = useMerchant()
  const held = orderStates.filter((state) => shares[state] > 0n)
  return (
    <span className={styles.states}>
      {held.map((state) => (
        <Chip
          key={state}
          state={state}
          text={held.length === 1 ? state : `${money({ amount: shares[state], currency })} ${state}`}
        />
      ))}
    </span>
  )
}
