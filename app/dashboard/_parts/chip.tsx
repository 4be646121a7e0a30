import styles from './loading-rows.module.css'

type ChipColour = 'green' | 'blue' | 'amber' | 'red'

const colours = new Map<string, ChipColour>([
  ...['active', 'charged', 'delivered', 'sent', 'used'].map((state) => [state, 'green'] as const),
  ...['ordered', 'open'].map((state) => [state, 'blue'] as const),
  ...['pending', 'unconfirmed', 'retrying', 'waiting', 'expiring', 'delayed', 'not sent'].map(
    (state) => [state, 'amber'] as const,
  ),
  ...['denied', 'suspended', 'failing', 'failed', 'bounced', 'complained'].map(
    (state) => [state, 'red'] as const,
  ),
])

export const colourOf = (state: string) => colours.get(state)

/** A state in its colour. `text` is shown instead of the name of the state. */
export const Chip = ({
  state,
  colour = colourOf(state),
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
