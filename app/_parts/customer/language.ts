import { isLanguage, type Language } from '@/server/model/language'
import { type CookieSettings, cookieIn, cookieWith } from './cookie'

const kept: CookieSettings = { name: 'kassa_language', path: '/', seconds: 365 * 86_400 }

/** Returns the language that was chosen in this browser. */
export function chosenIn(headers: Headers): Language | undefined {
  const chosen = cookieIn(headers, kept)
  return chosen !== undefined && isLanguage(chosen) ? chosen : undefined
}

/**
 * Returns the language chosen in this browser, otherwise the customer's `known` one, otherwise the browser's first
 * supported one, otherwise English.
 */
export const languageIn = (headers: Headers, known?: Language | null): Language =>
  chosenIn(headers) ?? known ?? preferred(headers.get('accept-language') ?? '')

/** Returns a `Set-Cookie` that stores the chosen language. */
export const languageCookie = (language: Language): string => cookieWith(kept, language)

/** Parses `Accept-Language`, such as `de-AT,de;q=0.9,en;q=0.5`. */
function preferred(accepted: string): Language {
  const wanted = accepted
    .split(',')
    .map((entry) => {
      const [tag = '', ...options] = entry.trim().toLowerCase().split(';')
      const weight = options.find((option) => option.trim().startsWith('q='))
      return { language: tag.split('-')[0] ?? '', weight: weight ? Number(weight.trim().slice(2)) || 0 : 1 }
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
  for (const { language } of wanted) if (isLanguage(language)) return language
  return 'en'
}
