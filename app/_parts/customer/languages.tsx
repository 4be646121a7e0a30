import { languageNames } from '../../_texts/texts'
import styles from './languages.module.css'
import type { Words } from './words'

/** The choice of language. `path`: the page to return to. */
export function Languages({
  words: { language, say },
  path,
}: {
  words: Pick<Words, 'language' | 'say'>
  path: string
}) {
  return (
    <form method="post" action="/account/do/language" className={styles.languages}>
      <input type="hidden" name="to" value={path} />
      <fieldset>
        <legend className="visually-hidden">{say('frame.language')}</legend>
        {Object.entries(languageNames).map(([each, name]) => (
          <button
            key={each}
            type="submit"
            name="language"
            value={each}
            lang={each}
            aria-current={each === language ? 'true' : undefined}
          >
            {name}
          </button>
        ))}
      </fieldset>
    </form>
  )
}
