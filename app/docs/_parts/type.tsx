import { objectAnchor } from './objects'
import styles from './type.module.css'

/** The name of a type, with links to the objects in it. */
export function Type({ text, objects }: { text: string; objects: readonly string[] }) {
  return (
    <span className={styles.type}>
      {text.split(/(\w+)/).map((word, index) =>
        objects.includes(word) ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the words of a name never change places
          <a key={index} href={`#${objectAnchor(word)}`}>
            {word}
          </a>
        ) : (
          word
        ),
      )}
    </span>
  )
}
