const en = {
  form: 'Card',
  bank: 'Confirm with your bank',
  close: 'Close',
  unreachable: 'The card form could not be loaded. Check your connection, and load the page again.',
  unverified: 'The payment was not confirmed with your bank, so nothing was paid.',
  gone: 'The card form was closed.',
}

export type Sentences = typeof en

const sentences: Record<string, Sentences> = {
  en,
  sv: {
    form: 'Kort',
    bank: 'Bekräfta hos din bank',
    close: 'Stäng',
    unreachable: 'Kortformuläret kunde inte laddas. Kontrollera din anslutning och ladda om sidan.',
    unverified: 'Betalningen bekräftades inte hos din bank, så inget har betalats.',
    gone: 'Kortformuläret stängdes.',
  },
  de: {
    form: 'Karte',
    bank: 'Bei Ihrer Bank bestätigen',
    close: 'Schließen',
    unreachable:
      'Das Kartenformular konnte nicht geladen werden. Prüfen Sie Ihre Verbindung und laden Sie die Seite neu.',
    unverified: 'Die Zahlung wurde nicht bei Ihrer Bank bestätigt, es wurde also nichts bezahlt.',
    gone: 'Das Kartenformular wurde geschlossen.',
  },
}

/** The language of the element: its attribute, else the language of the page around it, else English. */
export function localeOf(element: HTMLElement): string {
  const wanted = element.getAttribute('locale') || element.closest<HTMLElement>('[lang]')?.lang || ''
  const language = wanted.toLowerCase().split('-')[0] ?? ''
  return Object.hasOwn(sentences, language) ? language : 'en'
}

export const sentencesFor = (element: HTMLElement): Sentences => sentences[localeOf(element)] ?? en
