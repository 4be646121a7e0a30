import type { DeclineReasons } from './en-declines'

const anotherCard = 'Använd ett annat kort.'

export const svDeclines: DeclineReasons = {
  plain: {
    what: 'Din bank nekade betalningen.',
    todo: 'Fråga din bank om orsaken eller använd ett annat kort.',
  },
  'no card': { what: 'Det finns inget kort på ditt konto.', todo: 'Lägg till ett kort för att betala.' },
  'insufficient funds': {
    what: 'Det fanns inte tillräckligt med pengar på kortet.',
    todo: 'Fyll på kontot som kortet hör till eller använd ett annat kort.',
  },
  'card expired': { what: 'Kortet har gått ut.', todo: 'Lägg till ditt nya kort.' },
  'amount limit': {
    what: 'Beloppet är högre än kortet tillåter.',
    todo: 'Be din bank höja gränsen eller använd ett annat kort.',
  },
  'invalid card number': { what: 'Banken känner inte längre igen kortet.', todo: anotherCard },
  'invalid csc': {
    what: 'Kortets säkerhetskod stämde inte.',
    todo: 'Lägg till kortet igen eller använd ett annat kort.',
  },
  'unsupported card': { what: 'Den här typen av kort tas inte emot.', todo: anotherCard },
  '3ds problem': {
    what: 'Betalningen kunde inte verifieras hos din bank.',
    todo: 'Lägg till kortet igen eller använd ett annat kort.',
  },
  '3ds authentication failure': {
    what: 'Verifieringen hos din bank misslyckades.',
    todo: 'Lägg till kortet igen eller använd ett annat kort.',
  },
  'acquirer error': {
    what: 'Betalningen kunde inte behandlas.',
    todo: 'Det behöver inte vara något fel på ditt kort. Försök igen senare eller använd ett annat kort.',
  },
  'never arrived': {
    what: 'Betalningen kunde inte behandlas på grund av ett tekniskt fel hos oss.',
    todo: 'Det är inget fel på ditt kort. Du kan också använda ett annat kort.',
  },
  'invalid currency': {
    what: 'Betalningen kunde inte behandlas i den här valutan.',
    todo: 'Det är inget fel på ditt kort. Prova ett annat kort eller kontakta oss för att betala på ett annat sätt.',
  },
}
