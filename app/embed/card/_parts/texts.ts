import type { Language } from '@/server/model/language'

/** Texts that the card form for shops has and the account page lacks. */
const en = {
  title: 'Card',
  noResponse: 'The card could not be checked just now. Try again in a moment.',
  notNow: 'Cards are not accepted here at the moment. Use another payment method, or contact the shop.',
  check: 'Check the card details. The form shows what is wrong.',
}

const catalogues: Record<Language, typeof en> = {
  en,
  sv: {
    title: 'Kort',
    noResponse: 'Kortet kunde inte kontrolleras just nu. Försök igen om en stund.',
    notNow: 'Kort kan inte tas emot här just nu. Betala på ett annat sätt, eller hör av dig till butiken.',
    check: 'Kontrollera kortuppgifterna. I formuläret står vad som är fel.',
  },
  de: {
    title: 'Karte',
    noResponse: 'Die Karte konnte gerade nicht geprüft werden. Versuchen Sie es gleich noch einmal.',
    notNow:
      'Karten werden hier im Moment nicht angenommen. Verwenden Sie eine andere Zahlungsart, oder wenden Sie sich an den Shop.',
    check: 'Prüfen Sie die Kartendaten. Im Formular steht, was nicht stimmt.',
  },
}

export const embedTexts = (language: Language) => catalogues[language]
