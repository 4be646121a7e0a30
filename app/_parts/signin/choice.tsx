import styles from './signin.module.css'

export interface ChoiceOf {
  value: string
  label: string
}

/** A select field. */
export const Choice = ({
  label,
  name,
  choices,
  preset,
}: {
  label: string
  name: string
  choices: readonly (string | ChoiceOf)[]
  preset: string
}) => (
  <div className={styles.field}>
    <label htmlFor={name}>{label}</label>
    <select id={name} name={name} defaultValue={preset}>
      {choices
        .map((choice) => (typeof choice === 'string' ? { value: choice, label: choice } : choice))
        .map(({ value, label: shown }) => (
          <option key={value} value={value}>
            {shown}
          </option>
        ))}
    </select>
  </div>
)
